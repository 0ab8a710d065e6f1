import type { ActiveDesign, DesignChoices, PoolPreview } from '@/api/types';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { newSeed } from '@/features/campaign/setup/draft/design';
import { counted, formatCount } from '@/shared/format/numbers';

/** How the pairs of a pool that learns are chosen. */
export type ActiveDraft = Readonly<{
  strategy: string;
  /** Of strategies that learn. */
  learner: string;
  /** A run over the collection whose vectors of passages are learned from; '' for their words. */
  vectorsOf: string;
  /** Ranks and shares of the strategy `strata`, as text: "10:1, 50:0.3". */
  strata: string;
  /** Pairs of a topic at most; null for no limit. */
  limit: number | null;
  /** Pairs of a topic that are drawn at random and judged first. */
  control: number;
  /** The stopping rule that ends a topic; '' for none. */
  rule: string;
  target: number;
  /** The least relevant grade; null takes the middle of the scale. */
  relevantFrom: number | null;
  firstBatch: number;
  /** In percent. */
  growth: number;
  ahead: number;
  seed: number;
}>;

export const FIRST_ACTIVE: ActiveDraft = {
  strategy: 'cal',
  learner: 'logistic',
  vectorsOf: '',
  strata: '10:1, 50:0.3',
  limit: 100,
  control: 0,
  rule: '',
  target: 0.8,
  relevantFrom: null,
  firstBatch: 1,
  growth: 10,
  ahead: 1,
  seed: 0,
};

export const newActive = (): ActiveDraft => ({ ...FIRST_ACTIVE, seed: newSeed() });

const MAY_BE_NULL: readonly string[] = ['limit', 'relevantFrom'];

/** Whether what was kept is of the shape that this version of the page knows, or lacks some of it. */
export function isActive(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const kept: Readonly<Record<string, unknown>> = { ...value };
  const isNumber = (key: string): boolean => typeof kept[key] === 'number';
  return Object.entries(FIRST_ACTIVE).every(
    ([key, like]) =>
      kept[key] === undefined ||
      (MAY_BE_NULL.includes(key)
        ? kept[key] === null || isNumber(key)
        : typeof kept[key] === typeof like),
  );
}

type StratumOfRanks = NonNullable<ActiveDesign['strata']>[number];

const STRATUM = /^(\d+)\s*:\s*(\d+(?:\.\d+)?|\.\d+)$/;

/** "10:1, 50:0.3" as strata; null where it is no list of ranks and shares that go down. */
export function parseStrata(text: string): readonly StratumOfRanks[] | null {
  const found = text.split(',').map((part) => {
    const [, last, share] = STRATUM.exec(part.trim()) ?? [];
    return { last: Number(last), share: Number(share) };
  });
  const isGood = found.every(
    ({ last, share }, at) => last > (found[at - 1]?.last ?? 0) && share > 0 && share <= 1,
  );
  return isGood ? found : null;
}

type Asked = Pick<Draft, 'active' | 'runs'>;
type Strategy = DesignChoices['strategies'][number];
type Rule = DesignChoices['rules'][number];

export const strategyOf = (choices: DesignChoices, key: string): Strategy | undefined =>
  choices.strategies.find((one) => one.key === key);

/** Why a strategy cannot be chosen; '' if it can. */
export const whyNoStrategy = (
  { needs_runs: needsRuns }: Strategy,
  { runs }: Pick<Asked, 'runs'>,
) =>
  needsRuns && runs.length === 0 ? 'It chooses among the passages of runs: choose some first.' : '';

const CONFIDENCE = 0.95;

/** Relevant passages that a control sample needs, to promise this recall with 95% confidence. */
export const fewestPositives = (target: number): number =>
  Math.ceil(Math.log(1 - CONFIDENCE) / Math.log(target));

/** What a rule that promises this recall needs of the control sample. */
export const sayControl = (target: number): string =>
  `To promise ${Math.round(100 * target)}% recall, ${formatCount(fewestPositives(target))} of them have to be relevant.`;

/** Why a rule cannot end topics; '' if it can. */
export function whyNoRule(rule: Rule, { active }: Pick<Asked, 'active'>, choices: DesignChoices) {
  const { strategy, learner, control, target } = active;
  const { learns = false, draws = false } = strategyOf(choices, strategy) ?? {};
  const isSure = learns && choices.with_probabilities.includes(learner);
  const lacking: readonly [boolean, string][] = [
    [
      rule.needs_control && control < fewestPositives(target),
      `It needs a control sample of ${counted(fewestPositives(target), 'pair')} or more, entered above. ${sayControl(target)}`,
    ],
    [
      rule.needs_draws && !draws,
      'It needs draws with known chances: choose the strategy “Sampled by rank (Autostop)”.',
    ],
    [
      rule.needs_probabilities && !isSure,
      'It needs probabilities: choose a strategy that learns, with logistic regression.',
    ],
  ];
  return lacking.find(([isLacking]) => isLacking)?.[1] ?? '';
}

export const STRATA_TROUBLE =
  'Enter the last rank of each stratum with the share that is judged, such as 10:1, 50:0.3.';

/** What of the design keeps a campaign from being made; null if nothing does. */
export function activeTrouble(asked: Asked, choices: DesignChoices): string | null {
  const { strategy: key, rule: ends, strata } = asked.active;
  const strategy = strategyOf(choices, key);
  if (strategy === undefined) return 'Choose a strategy.';
  const noRuns = whyNoStrategy(strategy, asked);
  if (noRuns !== '') return `${strategy.name}: ${noRuns}`;
  if (key === 'strata' && parseStrata(strata) === null) return STRATA_TROUBLE;
  const { control, limit } = asked.active;
  if (limit !== null && control >= limit)
    return 'The control sample fills the limit of pairs a topic: draw a smaller one, or raise the limit.';
  const rule = choices.rules.find((one) => one.key === ends);
  const noRule = rule === undefined ? '' : whyNoRule(rule, asked, choices);
  return noRule === '' ? null : `${rule?.name}: ${noRule}`;
}

type Designed = Asked & Pick<Draft, 'grades'>;

/** The design as the server takes it; what has a default of its own there is left out. */
export function activeDesignOf(draft: Designed, depth: number | null): ActiveDesign {
  const { active, runs, grades } = draft;
  const isOnScale = grades.some(({ value }) => value === active.relevantFrom);
  return {
    strategy: active.strategy,
    seed: active.seed,
    runs: [...runs],
    ...(runs.length > 0 && depth !== null && { depth }),
    learner: active.learner,
    vectors_of: active.vectorsOf,
    strata: active.strategy === 'strata' ? [...(parseStrata(active.strata) ?? [])] : [],
    ...(isOnScale && active.relevantFrom !== null && { relevant_from: active.relevantFrom }),
    first_batch: active.firstBatch,
    growth: active.growth,
    ahead: active.ahead,
    ...(active.limit !== null && { limit: active.limit }),
    control: active.control,
    rule: active.rule,
    target: active.target,
  };
}

/** What pairs are chosen from: topics, and with runs their pairs at the depth; null if not known. */
export type From = Readonly<{ nTopics: number | null; nPairs: number | null }>;

/** What pairs are chosen from with runs, at a depth. */
export const fromRuns = (preview: PoolPreview | undefined, depth: number | null): From => ({
  nTopics: preview?.n_topics[(depth ?? 1) - 1] ?? null,
  nPairs: preview?.n_pairs[(depth ?? 1) - 1] ?? null,
});

/** Pairs at most, by the limit of each topic and by what there is; null if neither is known. */
export function mostPairs({ active }: Pick<Draft, 'active'>, { nTopics, nPairs }: From) {
  const byLimit = active.limit === null || nTopics === null ? null : active.limit * nTopics;
  const known = [byLimit, nPairs].filter((n) => n !== null);
  return known.length === 0 ? null : Math.min(...known);
}
