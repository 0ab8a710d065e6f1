import type { Assessor } from '@/api/types';
import type { Group } from '@/shared/ui/figure/groups';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);
const shareOf = (n: number, all: number): number => (all === 0 ? 0 : n / all);

/** Shares of their grades beside those that others gave on the same pairs. */
export function gradeBars({ scale, n_by_grade: own, with_others: table }: Assessor): Group[] {
  const others = scale.map((_, column) => sum(table.map((row) => row[column] ?? 0)));
  return scale.map((grade, place) => ({
    name: String(grade),
    values: [own, others].map((counts) => shareOf(counts[place] ?? 0, sum(counts))),
  }));
}

/** Judgments by hour; hours without one before the first and after the last are left out. */
export function hourBars(hours: readonly number[]): Group[] {
  const first = hours.findIndex((n) => n > 0);
  const last = hours.findLastIndex((n) => n > 0);
  return hours
    .map((n, hour) => ({ name: `${String(hour).padStart(2, '0')}:00`, values: [n] }))
    .slice(Math.max(first, 0), last + 1);
}
