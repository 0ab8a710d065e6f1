import type { AskedDraw, PlanRequest, PlannedPool } from '@/features/campaign/api/setup';
import { activeDesignOf } from '@/features/campaign/setup/draft/active';
import { partOf, searchOf, servingOf, withoutPairs } from '@/features/campaign/setup/draft/draft';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { secondsOf } from '@/features/campaign/setup/draft/cost';
import { guidelineTemplate } from '@/features/campaign/setup/draft/guidelineTemplate';
import { knownOf, marksOf } from '@/features/campaign/setup/draft/known';
import type { NewActiveCampaign, NewCampaign, PoolPreview } from '@/api/types';

export const guidelineOf = (draft: Draft): string => draft.guideline ?? guidelineTemplate(draft);

/** How deep to pool when nobody said; pairs that are chosen step by step are chosen from more. */
const USUAL_DEPTHS = { pool: 10, design: 10, active: 100 };

/** How deep to pool: as said, or as usual, or all there is. */
export const depthOf = ({ depth, way }: Draft, deepest: number): number =>
  Math.max(1, Math.min(depth ?? USUAL_DEPTHS[way], deepest));

const STEM = 'campaign';
export const GOLD_EVERY = 10;

/** A name nobody has to think of. */
export const suggestedName = (draft: Draft): string => draft.topicSet || STEM;

/** The pool to judge: all of it, or what is drawn of it. */
export const poolOf = (draft: Draft, depth: number, draw: AskedDraw | null = null): PlannedPool => {
  const { sample, withoutLabels } = partOf(draft);
  return { runs: [...draft.runs], depth, sample, without_labels: [...withoutLabels], draw };
};

const policyOf = (draft: Draft) => ({
  ...servingOf(draft),
  gold_every: knownOf(draft, 'gold').length > 0 ? (draft.goldEvery ?? GOLD_EVERY) : null,
});

/** What the server forecasts the work from. */
export function planOf(draft: Draft, preview: PoolPreview, draw: AskedDraw | null): PlanRequest {
  const depth = depthOf(draft, preview.depth);
  return {
    ...poolOf(draft, depth, draw),
    n_pairs: draw?.n ?? preview.n_pairs[depth - 1] ?? 0,
    n_overlap: draft.nOverlap,
    judgments_per_pair: draft.perPair,
    marks: marksOf(draft.known),
    scale: draft.grades.map(({ value }) => value),
    crew: {
      people: draft.people,
      quota: draft.quota,
      seconds: secondsOf(draft.seconds, preview.time),
    },
    policy: policyOf(draft),
  };
}

const judgingOf = (draft: Draft) => ({
  grades: draft.grades.map((grade) => ({ ...grade, name: grade.name.trim() })),
  judgments_per_pair: draft.perPair,
  guideline: guidelineOf(draft),
  quota: draft.quota,
  asks_note: draft.asksNote,
  asks_confidence: draft.asksConfidence,
  allows_search: searchOf(draft),
});

/** A draft whose pairs are chosen step by step, as the server takes it. */
export const activeRequestOf = (
  draft: Draft,
  name: string,
  depth: number | null,
): NewActiveCampaign => ({
  name,
  active: activeDesignOf(draft, depth),
  collection: draft.collection,
  topics: draft.topicSet,
  sample: draft.sample,
  ...judgingOf(draft),
  policy: policyOf(withoutPairs(draft)),
});

/** The draft as the server takes it. */
export function requestOf(
  draft: Draft,
  name: string,
  depth: number,
  draw: AskedDraw | null,
): NewCampaign {
  const hasRound = knownOf(draft, 'qualification').length > 0;
  return {
    name,
    ...poolOf(draft, depth, draw),
    ...judgingOf(draft),
    n_overlap: draft.nOverlap,
    marks: marksOf(draft.known),
    ...(hasRound && { pass_share: draft.passShare, max_attempts: draft.maxAttempts }),
    policy: policyOf(draft),
  };
}
