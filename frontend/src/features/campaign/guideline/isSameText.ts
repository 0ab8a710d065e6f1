import type { Text } from '@/features/campaign/guideline/draft';

const examplesOf = ({ examples }: Text): string =>
  JSON.stringify(
    examples.map(({ query, passage, grade, explanation }) => [query, passage, grade, explanation]),
  );

/** Whether assessors would see no difference. */
export const isSameText = (one: Text, other: Text): boolean =>
  one.body === other.body && examplesOf(one) === examplesOf(other);
