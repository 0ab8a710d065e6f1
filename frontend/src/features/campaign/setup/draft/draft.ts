import type { Sample } from '@/features/campaign/api/setup';
import { FIRST_ACTIVE, isActive, newActive } from '@/features/campaign/setup/draft/active';
import type { ActiveDraft } from '@/features/campaign/setup/draft/active';
import { FIRST_DESIGN, isDesign, newDesign } from '@/features/campaign/setup/draft/design';
import type { DesignDraft } from '@/features/campaign/setup/draft/design';
import type { GradeDraft, KnownPair, Unit } from '@/features/campaign/setup/draft/types';
import type { Serving } from '@/features/campaign/policy/serving';

/** The whole pool, pairs drawn by design, or pairs chosen step by step. */
const WAYS = ['pool', 'design', 'active'] as const;
export type Way = (typeof WAYS)[number];

/** Everything that was said of a campaign that is not made yet. */
export type Draft = Readonly<{
  name: string | null;
  collection: string;
  topicSet: string;
  runs: readonly string[];
  depth: number | null;
  sample: Sample | null;
  /** Label sets whose pairs are not judged again. */
  withoutLabels: readonly string[];
  /** Which pairs are judged. */
  way: Way;
  design: DesignDraft;
  active: ActiveDraft;
  perPair: number;
  /** Of one judgment; null takes what the server estimates. */
  seconds: number | null;
  people: number;
  preset: string | null;
  grades: readonly GradeDraft[];
  quota: number | null;
  asksNote: boolean;
  asksConfidence: boolean;
  /** Whether assessors search for more passages, where whole topics are served. */
  allowsSearch: boolean;
  unit: Unit;
  /** Sets of topics that an assessor gets at a time, where whole topics are served. */
  setsOffered: number;
  topicsPerSet: number;
  /** How often a further set, or the only one, is all new: a probability. */
  newTopicShare: number;
  nOverlap: number;
  repeatEvery: number | null;
  rotates: boolean;
  extraJudgments: number;
  /** Gold and qualification pairs. */
  known: readonly KnownPair[];
  goldEvery: number | null;
  /** Of the qualification pairs, what passes; a share. */
  passShare: number;
  maxAttempts: number;
  /** Null follows the template of the scale. */
  guideline: string | null;
}>;

export const EMPTY: Draft = {
  name: null,
  collection: '',
  topicSet: '',
  runs: [],
  depth: null,
  sample: null,
  withoutLabels: [],
  way: 'pool',
  design: FIRST_DESIGN,
  active: FIRST_ACTIVE,
  perPair: 3,
  seconds: null,
  people: 3,
  preset: null,
  grades: [],
  quota: null,
  asksNote: false,
  asksConfidence: false,
  allowsSearch: false,
  unit: 'topics',
  setsOffered: 1,
  topicsPerSet: 1,
  newTopicShare: 0.5,
  nOverlap: 0,
  repeatEvery: null,
  rotates: false,
  extraJudgments: 0,
  known: [],
  goldEvery: null,
  passShare: 0.75,
  maxAttempts: 2,
  guideline: null,
};

export const emptyDraft = (): Draft => ({ ...EMPTY, design: newDesign(), active: newActive() });

/** The topics and pairs that are judged; pairs are drawn from all of them. */
export const partOf = ({ way, sample, withoutLabels }: Draft) => ({
  sample: way === 'design' ? null : sample,
  withoutLabels: way === 'pool' ? withoutLabels : [],
});

/** The draft without what is chosen of the pairs: while they are chosen step by step none is known. */
export const withoutPairs = (draft: Draft): Draft =>
  draft.way === 'active' ? { ...draft, known: [], nOverlap: 0 } : draft;

/** The draft's serving policy. Drawn pairs are served one by one, in the order drawn. */
export const servingOf = (draft: Draft): Serving => ({
  unit: draft.way === 'design' ? 'pairs' : draft.unit,
  sets_offered: draft.setsOffered,
  topics_per_set: draft.topicsPerSet,
  new_topic_share: draft.newTopicShare,
  repeat_every: draft.repeatEvery,
  extra_judgments: draft.extraJudgments,
  rotates: draft.rotates,
});

/** An assessor searches within a topic that they judge whole. */
export const searchOf = (draft: Draft): boolean =>
  draft.allowsSearch && servingOf(draft).unit === 'topics';

export const draftServing = (serving: Serving): Partial<Draft> => ({
  unit: serving.unit,
  setsOffered: serving.sets_offered,
  topicsPerSet: serving.topics_per_set,
  newTopicShare: serving.new_topic_share,
  repeatEvery: serving.repeat_every,
  extraJudgments: serving.extra_judgments,
  rotates: serving.rotates,
});

const keyOf = (username: string): string => `regrade.new-campaign.${username}`;

const fits = (value: unknown, like: unknown): boolean =>
  like === null || (Array.isArray(like) ? Array.isArray(value) : typeof value === typeof like);

/** Strata that were kept as a text, and pairs without their query, are of earlier pages. */
const isKnown = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((pair: unknown) => typeof pair === 'object' && pair !== null && 'query' in pair);

const isSample = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && 'strata' in value && Array.isArray(value.strata));

const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  sample: isSample,
  way: (value) => WAYS.some((way) => way === value),
  design: isDesign,
  active: isActive,
  known: isKnown,
};

const isKept = (key: string, value: unknown): boolean =>
  key in EMPTY && fits(value, EMPTY[key as keyof Draft]) && (SHAPES[key]?.(value) ?? true);

/** What was kept, as far as it is of the shape that this version of the page knows. */
export function readDraft(username: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(username)) ?? '{}');
    const known = Object.entries(kept ?? {}).filter(([key, value]) => isKept(key, value));
    const draft: Draft = { ...emptyDraft(), ...Object.fromEntries(known) };
    const design = { ...FIRST_DESIGN, ...draft.design };
    return { ...draft, design, active: { ...newActive(), ...draft.active } };
  } catch {
    return emptyDraft();
  }
}

export function keepDraft(username: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(username), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still lets a campaign be made in one go.
  }
}

/** Chooses the runs that an address names, with their collection and topics; what else was said stays. */
export function beginWith(username: string, params: URLSearchParams): void {
  const [collection, topicSet, runs] = ['collection', 'topic_set', 'runs'].map((name) =>
    params.get(name),
  );
  if (!collection || !topicSet || !runs) return;
  keepDraft(username, { ...readDraft(username), collection, topicSet, runs: runs.split(',') });
}

export const forgetDraft = (username: string): void => localStorage.removeItem(keyOf(username));
