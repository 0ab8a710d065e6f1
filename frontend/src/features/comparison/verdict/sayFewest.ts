import type { FewestLabels } from '@/api/compared';

const NUMBER = new Intl.NumberFormat('en');

/** From fewer than which it is proved impossible, and with which it was done. */
const countOf = (atLeast: number | null, atMost: number): string =>
  atLeast === atMost || atLeast === null
    ? NUMBER.format(atMost)
    : `${NUMBER.format(atLeast)}${atMost === atLeast + 1 ? ' or ' : ' to '}${NUMBER.format(atMost)}`;

/** How few labels would turn the order of two means; nothing where that is not known. */
export function sayFewest(labels: string, found: FewestLabels): string {
  const { problem, leader, at_least: atLeast, at_most: atMost, n_labels: nLabels } = found;
  if (problem !== '' || leader === null) return '';
  const all = `${NUMBER.format(nLabels)} labels under ${labels}`;
  if (atMost === null)
    return atLeast === null
      ? `No change of the ${all} would turn the order of the means.`
      : `More than ${NUMBER.format(atLeast - 1)} of ${all} would have to change to turn the order of the means.`;
  return `Changing ${countOf(atLeast, atMost)} of ${all} would turn the order of the means.`;
}
