import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { expect, it } from 'vitest';
import type { Board } from '@/api/types';
import { ForecastSection } from '@/features/campaign/board/BoardPage';

const SHORT: NonNullable<Board['forecast']> = {
  outlook: 'short',
  n_left: 60,
  lack: { n_by_quotas: 45, quotas_of: ['ann'], n_by_people: 0, n_people: 0, n_places: 0 },
  n_days: 1,
  n_recent: 40,
  per_day: null,
  per_active_hour: 60,
  hours_left: 1,
  ends_at: null,
  earliest: null,
  latest: null,
};

const OPEN = { id: 7, state: 'open', n_wanted: 90, n_votes: 30, n_left: 60, n_set_aside: 0 };

const show = (forecast: NonNullable<Board['forecast']>, part: Partial<Board['campaign']> = {}) =>
  render(
    <MemoryRouter>
      <ForecastSection
        campaign={{ ...OPEN, n_waiting_for_adjudication: 0, ...part } as Board['campaign']}
        forecast={forecast}
      />
    </MemoryRouter>,
  );

it('what nobody may give is no date, and is counted in one place alone', () => {
  const { container } = show(SHORT);
  expect(container.textContent).toContain('Not with these people and quotas');
  expect(container.textContent).not.toContain('45');
});

it('what ended says how complete it was, and looks forward to nothing', () => {
  show(
    { ...SHORT, outlook: 'done', n_left: 0 },
    { state: 'closed', n_votes: 87, n_left: 2, n_set_aside: 1, n_waiting_for_adjudication: 1 },
  );
  expect(screen.getByRole('heading').textContent).toBe('Outcome');
  expect(screen.queryByText('All judgments are in')).toBeNull();
  expect(screen.getByText('2 judgments not given, 1 set aside.')).toBeTruthy();
});
