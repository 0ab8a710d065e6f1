import type { LabelSet } from '@/api/types';

/** The measures that a sample was drawn for, among those that it can estimate; null for labels that are no sample. */
export function estimatedMeasures({ design }: Pick<LabelSet, 'design'>): readonly string[] | null {
  if (design === null) return null;
  const hasIdeal = (design.ideal_of ?? null) !== null;
  const found = (design.measures ?? []).filter((name) => hasIdeal || !name.startsWith('nDCG'));
  return found.length > 0 ? found : ['P@10'];
}
