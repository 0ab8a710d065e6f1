import type { ComparisonBlock } from '@/api/compared';
import type { LabelSet } from '@/api/types';
import { describeShortly } from '@/shared/labels/describePolicy';

type Made = Pick<LabelSet, 'scale' | 'source' | 'policy'>;

/** By what labels came about and from where they are relevant: liberal and strict ones may both be so from 1. */
export function labelsNote(
  { min_relevance: least }: Pick<ComparisonBlock, 'min_relevance'>,
  set: Made | undefined,
): string {
  const how = set === undefined ? '' : describeShortly(set);
  const from = `relevant from ${least} up`;
  // Of labels that are 0 and 1 it is plain from where they are relevant.
  if (how !== '' && set?.scale.at(-1) === 1) return how;
  return how === '' ? from : `${how}; labels ${from}`;
}
