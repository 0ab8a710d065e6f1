import type { LabelSet } from '@/api/types';
import { DEFAULT_MEASURES } from '@/features/comparison/texts/measureNames';

const GRADED_FIRST = 'nDCG@10';

type Values = Pick<LabelSet, 'scale' | 'source'>;

/**
 * Whether values say how relevant a passage is: below 0 they only tell what was not judged, as trec_eval has it.
 * Files may leave out the 0 of what is not relevant; a derived scale has all of its values.
 */
const isGraded = ({ scale, source }: Values): boolean => {
  const values = scale.map((value) => Math.max(value, 0));
  return new Set(source === 'imported' ? [0, ...values] : values).size > 2;
};

/**
 * What a comparison under these labels is measured by where nobody says, the first opening the page. The labels
 * that topics came with decide before those derived here: under binary ones the question is where the first relevant
 * passage stands, a graded derivation of the same topics beside them or not.
 */
export function usualMeasures(sets: readonly Values[]): readonly string[] {
  const imported = sets.filter(({ source }) => source === 'imported');
  const deciding = imported.length > 0 ? imported : sets;
  if (!deciding.some(isGraded)) return DEFAULT_MEASURES;
  return [GRADED_FIRST, ...DEFAULT_MEASURES.filter((name) => name !== GRADED_FIRST)];
}
