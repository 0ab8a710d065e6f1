import type { Run } from '@/api/types';

/** What a run's passages and topics are variants of, the nearest first; empty for originals. */
export function ancestry({ lineage }: Pick<Run, 'lineage'>): string {
  const families = [
    ['passages', lineage.collections],
    ['topics', lineage.topic_sets],
  ] as const;
  return families
    .filter(([, names]) => names.length > 1)
    .map(([what, names]) => `${what} a variant of ${names.slice(1).join(', of ')}`)
    .join('; ');
}
