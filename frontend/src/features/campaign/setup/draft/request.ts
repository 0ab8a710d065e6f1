import { wholeSample } from '@/features/campaign/api/setup';
import { servingOf } from '@/features/campaign/setup/draft/draft';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { GOLD_EVERY } from '@/features/campaign/setup/draft/cost';
import { goldOf } from '@/features/campaign/setup/draft/gold';
import { guidelineTemplate } from '@/features/campaign/setup/draft/guidelineTemplate';
import type { NewCampaign } from '@/api/types';

export const guidelineOf = (draft: Draft): string => draft.guideline ?? guidelineTemplate(draft);

/** How deep to pool when nobody said: ten, or all there is. */
export const depthOf = (draft: Draft, deepest: number): number =>
  Math.max(1, Math.min(draft.depth ?? 10, deepest));

const STEM = 'campaign';

/** A name nobody has to think of. */
export const suggestedName = (draft: Draft): string => draft.topicSet || STEM;

/** The draft as the server takes it. */
export function requestOf(draft: Draft, name: string, depth: number): NewCampaign {
  const { marks } = goldOf(draft);
  return {
    name,
    runs: [...draft.runs],
    depth,
    sample: wholeSample(draft.sample),
    without_labels: [...draft.withoutLabels],
    grades: draft.grades.map((grade) => ({ ...grade, name: grade.name.trim() })),
    judgments_per_pair: draft.perPair,
    guideline: guidelineOf(draft),
    quota: draft.quota,
    asks_note: draft.asksNote,
    asks_confidence: draft.asksConfidence,
    n_overlap: draft.nOverlap,
    marks,
    policy: {
      ...servingOf(draft),
      gold_every: marks.length > 0 ? (draft.goldEvery ?? GOLD_EVERY) : null,
    },
  };
}
