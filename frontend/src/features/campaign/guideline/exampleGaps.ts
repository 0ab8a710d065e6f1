import type { GuidelineExample } from '@/api/types';
import { counted } from '@/shared/format/numbers';

/** What an example still lacks to be published, in words; empty where nothing. */
export function gapsOf({ query, passage, grade }: GuidelineExample): string {
  const gaps: [boolean, string][] = [
    [query.trim() === '', 'a query'],
    [passage.trim() === '', 'a passage'],
    [grade === null, 'a grade'],
  ];
  const lacked = gaps.filter(([isMissing]) => isMissing).map(([, what]) => what);
  const last = lacked.pop();
  return lacked.length === 0 ? (last ?? '') : `${lacked.join(', ')} and ${last}`;
}

/** Why examples keep the text from being published; empty where they do not. */
export function whyNotYet(examples: readonly GuidelineExample[]): string {
  const gaps = examples.map((example, at) => ({ number: at + 1, gap: gapsOf(example) }));
  const first = gaps.find(({ gap }) => gap !== '');
  if (first === undefined) return '';
  const others = gaps.filter(({ gap }) => gap !== '').length - 1;
  const more =
    others === 0
      ? ''
      : `, and ${counted(others, 'other example')} ${others === 1 ? 'needs' : 'need'} something,`;
  return `Example ${first.number} needs ${first.gap}${more} before you can publish.`;
}
