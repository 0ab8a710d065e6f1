import { render, screen } from '@testing-library/react';
import { Route, Routes } from '@/shared/routing/Routes';
import { MemoryRouter } from '@/shared/routing/location';
import { expect, it } from 'vitest';
import type { LaunchCheck } from '@/api/types';
import { CheckList } from '@/features/campaign/launch/CheckList';

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

it('a reminder is not told to be there, and leads to where it is minded', () => {
  expect(show({ code: 'marked_words' })).toEqual(['/campaigns/7/guideline']);
  expect(screen.getByText('to remember')).toBeTruthy();
  expect(screen.queryByText('there')).toBeNull();
});

it('quotas are mended where they are set: for all, or for one', () => {
  expect(show({ code: 'quotas', is_met: false })).toEqual([
    '/campaigns/7/settings',
    '/campaigns/7/people',
  ]);
});

it('what is there leads nowhere', () => {
  expect(show({ code: 'quotas' })).toEqual([]);
});
