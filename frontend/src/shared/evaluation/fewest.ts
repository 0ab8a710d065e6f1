import { counted, formatCount } from '@/shared/format/numbers';

/** How many labels turn the order of two means; null where none do, or where none were found. */
export type Fewest = Readonly<{
  at_least: number | null;
  at_most: number | null;
  n_labels: number;
}>;

/** What follows the number: what so many labels would do, and how sure it is the least. */
export function sayTurns({ at_least: least, at_most: most, n_labels: all }: Fewest, under = '') {
  const of = `of ${counted(all, 'label')}${under} would turn the order of the means`;
  return least === most
    ? `${of} (exact).`
    : `${of}; at least ${formatCount(least ?? 0)} must change.`;
}

/** Why there is no such number; empty where there is one. */
export function sayNoTurn({ at_least: least, at_most: most, n_labels: all }: Fewest, under = '') {
  const labels = `${counted(all, 'label')}${under}`;
  if (least === null) return `No change of ${labels} would turn the order.`;
  if (most !== null) return '';
  return `At least ${formatCount(least)} of ${labels} must change to turn the order; no changes that do were found.`;
}

/** Both in one sentence. */
export const sayFewest = (fewest: Fewest, under = ''): string =>
  sayNoTurn(fewest, under) ||
  `Changing ${formatCount(fewest.at_most ?? 0)} ${sayTurns(fewest, under)}`;
