import type { Comparison } from '@/api/compared';

const LIST = new Intl.ListFormat('en');

/** That label sets call the same passages relevant, and what cannot differ between them therefore. */
export function describeSameRelevant({
  labels,
  measures,
}: Comparison['same_relevant'][number]): string {
  const said = `${LIST.format(labels)} call the same passages relevant`;
  if (measures.length === 0) return `${said}.`;
  return `${said}: ${LIST.format(measures)} cannot differ between them.`;
}
