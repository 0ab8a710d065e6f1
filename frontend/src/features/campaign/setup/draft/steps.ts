import type { Draft } from '@/features/campaign/setup/draft/draft';
import { goldOf } from '@/features/campaign/setup/draft/gold';
import { scaleTrouble } from '@/features/campaign/setup/draft/scale';

export const STEPS = [
  { id: 'runs', title: 'Runs' },
  { id: 'pool', title: 'Pool' },
  { id: 'scale', title: 'Scale' },
  { id: 'guideline', title: 'Guideline' },
  { id: 'review', title: 'Review' },
] as const;

export type StepId = (typeof STEPS)[number]['id'];

const goldTrouble = (draft: Draft): string | null => {
  const { trouble } = goldOf(draft);
  return trouble === null ? null : `Gold pairs, ${trouble}`;
};

const REASONS: Readonly<Record<StepId, (draft: Draft) => string | null>> = {
  runs: ({ collection, topicSet, runs }) => {
    if (collection === '') return 'Choose or upload a collection.';
    if (topicSet === '') return 'Choose or upload a topic set.';
    return runs.length === 0 ? 'Choose at least one run.' : null;
  },
  pool: ({ perPair }) => (perPair < 1 ? 'Ask for at least one judgment a pair.' : null),
  scale: (draft) => scaleTrouble(draft.grades) ?? goldTrouble(draft),
  guideline: () => null,
  review: () => null,
};

/** What a step still lacks, in a sentence; null when it is done. */
export const missing = (draft: Draft, step: StepId): string | null => REASONS[step](draft);

/** The step of an address, or the first one before it that is not done. */
export function stepOf(requested: string | null, draft: Draft): StepId {
  const known = STEPS.findIndex(({ id }) => id === requested);
  const open = STEPS.slice(0, Math.max(known, 0)).find(({ id }) => missing(draft, id) !== null);
  return open?.id ?? STEPS[known]?.id ?? 'runs';
}
