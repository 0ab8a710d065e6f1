import type { BoardDetails } from '@/api/types';

type Course = BoardDetails['course'];
export type Stretch = Course['stretches'][number];

const HOUR_MS = 3_600_000;
const MOST_BARS = 1000;

/** Days are counted in the calendar: some have 23 or 25 hours. */
function next(at: Date, by: Course['by']): Date {
  if (by === 'hour') return new Date(at.getTime() + HOUR_MS);
  const day = new Date(at);
  day.setDate(day.getDate() + 1);
  return day;
}

/** Every hour or day from the first to the last, those without a judgment too. */
export function withoutGaps({ by, stretches }: Course): Stretch[] {
  const filled: Stretch[] = [];
  for (const stretch of stretches) {
    let at = new Date(filled.at(-1)?.at ?? stretch.at);
    if (filled.length > 0) at = next(at, by);
    while (at < new Date(stretch.at) && filled.length < MOST_BARS) {
      filled.push({ at: at.toISOString(), n_judged: 0, n_not_judged: 0, active_ms: 0 });
      at = next(at, by);
    }
    filled.push(stretch);
  }
  return filled;
}

export const busiest = (stretches: readonly Stretch[]): number =>
  Math.max(...stretches.map(({ n_judged, n_not_judged }) => n_judged + n_not_judged), 1);
