import type { Draft } from '@/features/campaign/setup/draft/draft';
import { scaleTrouble } from '@/features/campaign/setup/draft/scale';
import type { Planned } from '@/features/campaign/setup/draft/usePlanned';
import { counted } from '@/shared/format/numbers';

export const STEPS = [
  { id: 'runs', title: 'Runs' },
  { id: 'pool', title: 'Pool' },
  { id: 'scale', title: 'Scale' },
  { id: 'guideline', title: 'Guideline' },
  { id: 'review', title: 'Review' },
] as const;

export type StepId = (typeof STEPS)[number]['id'];

type Checked = Pick<Planned, 'trouble' | 'isBehind' | 'plan'> &
  Partial<Pick<Planned, 'activeTrouble'>>;

function poolTrouble({ perPair }: Draft, { trouble, activeTrouble }: Checked): string | null {
  if (perPair < 1) return 'Request at least one judgment per pair.';
  return trouble === null ? (activeTrouble ?? null) : `The pool cannot be counted. ${trouble}`;
}

function knownTrouble({ known }: Draft, { plan, isBehind }: Checked): string | null {
  const n = plan?.faults.length ?? 0;
  if (n === 0 || isBehind || known.length === 0) return null;
  return `${counted(n, 'gold or qualification pair')} ${n === 1 ? 'does' : 'do'} not fit.`;
}

const REASONS: Readonly<Record<StepId, (draft: Draft, checked: Checked) => string | null>> = {
  runs: ({ collection, topicSet, runs, way }) => {
    if (collection === '') return 'Choose or upload a collection.';
    if (topicSet === '') return 'Choose or upload a topic set.';
    return runs.length === 0 && way !== 'active' ? 'Choose at least one run.' : null;
  },
  pool: poolTrouble,
  scale: (draft, checked) => scaleTrouble(draft.grades) ?? knownTrouble(draft, checked),
  guideline: () => null,
  review: () => null,
};

/** What a step still lacks, in a sentence; null when it is done. */
export const missing = (draft: Draft, checked: Checked, step: StepId): string | null =>
  REASONS[step](draft, checked);

/** The step of an address, or the first one before it that is not done. */
export function stepOf(requested: string | null, draft: Draft, checked: Checked): StepId {
  const known = STEPS.findIndex(({ id }) => id === requested);
  const open = STEPS.slice(0, Math.max(known, 0)).find(
    ({ id }) => missing(draft, checked, id) !== null,
  );
  return open?.id ?? STEPS[known]?.id ?? 'runs';
}
