import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SignUpLink } from '@/features/campaign/board/SignUpLink';

it('the address of the sign-up page is there to be copied', async () => {
  const user = userEvent.setup();
  render(<SignUpLink campaignId={7} />);
  const address = `${window.location.origin}/join/7`;
  expect(screen.getByRole('link', { name: address })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy the sign-up address' }));
  expect(await screen.findByRole('button', { name: 'Copied: the sign-up address' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(address);
});
