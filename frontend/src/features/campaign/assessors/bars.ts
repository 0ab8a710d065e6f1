import type { Assessor } from '@/api/types';
import type { BarRow } from '@/features/campaign/assessors/BarTable';
import { formatCount, formatShare } from '@/shared/format';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);
const shareOf = (n: number, all: number): number => (all === 0 ? 0 : n / all);

/** Their grades beside those that others gave on the same pairs. */
export function gradeBars({ scale, n_by_grade: own, with_others: table }: Assessor): BarRow[] {
  const others = scale.map((_, column) => sum(table.map((row) => row[column] ?? 0)));
  return scale.map((grade, place) => {
    const shares = [own, others].map((counts) => shareOf(counts[place] ?? 0, sum(counts)));
    return { name: String(grade), shares, said: shares.map(formatShare) };
  });
}

/** Hours without a judgment before the first and after the last are left out. */
export function hourBars(hours: readonly number[]): BarRow[] {
  const rows = hours.map((n, hour) => ({
    name: `${String(hour).padStart(2, '0')}:00`,
    shares: [shareOf(n, sum(hours))],
    said: [formatCount(n)],
    n,
  }));
  const first = rows.findIndex(({ n }) => n > 0);
  return first < 0 ? [] : rows.slice(first, rows.findLastIndex(({ n }) => n > 0) + 1);
}
