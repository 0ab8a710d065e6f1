import { render, screen } from '@testing-library/react';
import { Route, Routes } from '@/shared/routing/Routes';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { expect, it } from 'vitest';
import type { LaunchCheck } from '@/api/types';
import { CheckList } from '@/features/campaign/frame/CheckList';

function show(part: Partial<LaunchCheck>) {
  const check = { code: 'scale', severity: 'should', is_met: true, sentence: 'So it is.', ...part };
  const checks = [check as LaunchCheck];
  render(
    <MemoryRouter at="/campaigns/7">
      <Routes>
        <Route path="/campaigns/:id" element={<CheckList checks={checks} />} />
      </Routes>
    </MemoryRouter>,
  );
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
}

it('a reminder is never done, and links to its page', () => {
  expect(show({ code: 'marked_words' })).toEqual(['/campaigns/7/guideline']);
  expect(screen.getByText('reminder')).toBeTruthy();
  expect(screen.queryByText('done')).toBeNull();
});

it('quotas are fixed where they are set: for all, or for one', () => {
  expect(show({ code: 'quotas', is_met: false })).toEqual([
    '/campaigns/7/settings',
    '/campaigns/7/people',
  ]);
});

it('a check that is met has no link', () => {
  expect(show({ code: 'quotas' })).toEqual([]);
});
