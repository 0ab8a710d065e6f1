import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FoldedSection } from '@/features/campaign/kit/FoldedSection';

const show = () =>
  render(
    <FoldedSection id="a" title="Topics">
      all of them
    </FoldedSection>,
  );

it('a wide page shows the section', () => {
  show();
  expect(screen.getByRole('region', { name: 'Topics' }).textContent).toContain('all of them');
});

it('a phone shows it once it is opened', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  show();
  expect(screen.queryByText('all of them')).toBeNull();
  await userEvent.click(screen.getByRole('heading', { name: 'Topics' }));
  expect(screen.getByText('all of them')).toBeTruthy();
});
