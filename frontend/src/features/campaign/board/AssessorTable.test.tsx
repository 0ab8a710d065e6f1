import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { expect, it } from 'vitest';
import type { AssessorChecks, BoardAssessor, BoardDetails } from '@/api/types';
import { AssessorTable } from '@/features/campaign/board/AssessorTable';

const OTTER: BoardAssessor = {
  pseudonym: 'otter',
  role: 'assessor',
  kind: 'human',
  n_judged: 90,
  n_not_judged: 10,
  quota: 200,
  median_active_ms: 12_000,
  per_active_hour: 239.6,
  last_active_at: null,
  last_seen_at: null,
  is_active: true,
  is_qualified: null,
  is_suspended: false,
  is_withdrawn: false,
};

const CHECKS: AssessorChecks = {
  pseudonym: 'otter',
  pace: { n_timed: 90, n_too_fast: 60, too_fast_share: 2 / 3, is_flagged: true },
  gold: { n_gold: 6, n_as_expert: 2, as_expert_share: 1 / 3, is_flagged: true },
  repeats: {
    n_repeats: 4,
    n_same: 3,
    n_near: 4,
    same_share: 0.75,
    near_share: 1,
    is_flagged: false,
  },
  n_answers: 100,
  blanks: [{ reason: 'language', label: 'I do not know the language', n: 10 }],
};

const detailsOf = (assessors: AssessorChecks[]): BoardDetails => ({
  course: { by: 'day', stretches: [] },
  assessors,
  topics: [],
});

function show(assessors: BoardAssessor[], details = detailsOf([]), isOver = false) {
  const table = (of: BoardAssessor[]) => (
    <MemoryRouter>
      <AssessorTable assessors={of} details={details} paceLimit={456} isOver={isOver} />
    </MemoryRouter>
  );
  const { rerender } = render(table(assessors));
  return { again: (of: BoardAssessor[]) => rerender(table(of)) };
}

const cells = (name: string): (string | null)[] =>
  within(screen.getByRole('row', { name: new RegExp(name) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('a row says how much somebody did, how fast, and how it compares', () => {
  show([OTTER], detailsOf([CHECKS]));
  expect(cells('otter')).toEqual([
    'at work now',
    '',
    '90 of 200',
    '10 (10%)10 language or field',
    '12.0 s240 an hour',
    '67% look60 of 90 faster than 6.1 s, or less on a short passage',
    '33% of 6 low',
    '75% of 4 100% within one',
  ]);
});

it('columns of checks that nobody had are not there, nor are they for who judges here', () => {
  const nothing = { n_gold: 0, n_as_expert: 0, as_expert_share: null, is_flagged: false };
  show([OTTER], detailsOf([{ ...CHECKS, gold: nothing, repeats: null, blanks: null }]));
  expect(screen.queryByText(/gold pairs, known grade given/, { selector: 'th' })).toBeNull();
  expect(screen.queryByText(/repeats/, { selector: 'th' })).toBeNull();
  expect(cells('otter')[3]).toBe('10 (10%)');
});

it('who is at work is named, or that nobody is', () => {
  const others = Array.from({ length: 13 }, (_, n) => ({ ...OTTER, pseudonym: `p${n}` }));
  show([OTTER, ...others]);
  expect(screen.getByText(/At work now: otter, p0, .*p10, and 2 more\./)).toBeTruthy();
});

it('who has no checks has none to show', () => {
  show([OTTER]);
  expect(cells('otter')[5]).toBe('– ');
});

it('rows stay where they are when numbers change; who is new comes last', () => {
  const names = (): string[] =>
    screen.getAllByRole('rowheader').map(({ textContent }) => textContent.trim());
  const [vole, lynx] = [
    { ...OTTER, pseudonym: 'vole' },
    { ...OTTER, pseudonym: 'lynx' },
  ] as const;
  const { again } = show([OTTER, vole]);
  again([lynx, vole, OTTER]);
  expect(names()).toEqual(['otter', 'vole', 'lynx']);
});

it('nobody is at work in a campaign that has ended', () => {
  show([OTTER], detailsOf([]), true);
  expect(screen.queryByText(/At work now/)).toBeNull();
});

it('an empty campaign says where people come from', () => {
  show([]);
  expect(screen.getByRole('link', { name: 'Invite people' })).toBeTruthy();
});

it('simulated assessors, and who stopped, are marked', () => {
  show([{ ...OTTER, kind: 'simulated', is_withdrawn: true, is_active: false }]);
  expect(screen.getByText('simulated')).toBeTruthy();
  expect(screen.getByText('withdrawn')).toBeTruthy();
  expect(screen.getByText('never')).toBeTruthy();
  expect(screen.getByText('At work now: nobody.')).toBeTruthy();
});
