import type { AssessorLine } from '@/api/types';
import { tooFastShare } from '@/features/campaign/assessors/texts';

export const ORDERS = [
  { value: 'others', label: 'Agreement with the others, lowest first' },
  { value: 'gold', label: 'Agreement with gold, lowest first' },
  { value: 'own', label: 'Agreement with themselves, lowest first' },
  { value: 'pace', label: 'Too fast, most first' },
  { value: 'run', label: 'Longest run of one grade, longest first' },
  { value: 'votes', label: 'Votes, most first' },
  { value: 'name', label: 'Name' },
] as const;

export type Order = (typeof ORDERS)[number]['value'];

/** What was not compared comes last. */
const LAST = 2;

const RANKED: Readonly<Record<Exclude<Order, 'name'>, (row: AssessorLine) => number>> = {
  others: ({ others }) => others.percent_agreement ?? LAST,
  gold: ({ gold }) => gold.percent_agreement ?? LAST,
  own: ({ own }) => own.percent_agreement ?? LAST,
  pace: (row) => -(tooFastShare(row) ?? -LAST),
  run: ({ longest_run: run }) => -(run?.n ?? 0),
  votes: ({ n_votes: n }) => -n,
};

/** Those who come to the same stay in the order of their names. */
export function sorted(rows: readonly AssessorLine[], order: Order): AssessorLine[] {
  const byName = rows.toSorted((a, b) => a.assessor.localeCompare(b.assessor));
  if (order === 'name') return byName;
  const rank = RANKED[order];
  return byName.toSorted((a, b) => rank(a) - rank(b));
}
