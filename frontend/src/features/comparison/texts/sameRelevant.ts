import type { Comparison } from '@/api/compared';

const LIST = new Intl.ListFormat('en');

/** That label sets call the same passages relevant, and what cannot differ between them therefore. */
export function describeSameRelevant({
  labels,
  measures,
}: Comparison['same_relevant'][number]): string {
  const binary = measures.length === 0 ? 'binary measures' : LIST.format(measures);
  return `${LIST.format(labels)} call the same passages relevant: ${binary} cannot differ between them.`;
}
