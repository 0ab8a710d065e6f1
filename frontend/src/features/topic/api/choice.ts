import type { LabelSet, Run } from '@/api/types';

const A_PAGE = 10;
/** So many further ranks of each run are shown at once. */
export const MORE = 20;
export const MOST = 100;
const N_RUNS = 2;
const N_LABELS = 4;
const MOST_RUNS = 50;

/** By what a topic is looked at. */
export type Choice = Readonly<{
  runs: readonly string[];
  labels: readonly string[];
  measure: string;
  n: number;
  /** Whether all of each text is shown, or a line a rank. */
  isWhole: boolean;
}>;

/** What there is of the topic’s set and of one collection. */
export type Offered = Readonly<{ runs: readonly string[]; labels: readonly string[] }>;

const splitNames = (list: string | null): readonly string[] => [
  ...new Set((list ?? '').split(',').filter((name) => name !== '')),
];

const namesOf = (rows: readonly Readonly<{ name: string }>[]): string[] =>
  rows.map(({ name }) => name);

/** A collection and, where runs say so, what it is a variant of. */
function familyOf(
  params: URLSearchParams,
  runs: readonly Run[],
  labels: readonly LabelSet[],
): readonly string[] {
  const [run] = splitNames(params.get('runs'));
  const [set] = splitNames(params.get('labels'));
  const first = runs.find(({ name }) => name === run);
  if (first !== undefined) return first.lineage.collections;
  const labelled = labels.find(({ name }) => name === set)?.collection;
  const over = labelled ?? runs[0]?.lineage.collections.at(-1) ?? labels[0]?.collection;
  const family = runs.find(({ lineage }) => lineage.collections.includes(over ?? ''));
  return family?.lineage.collections ?? (over === undefined ? [] : [over]);
}

/**
 * Complete runs over these topics or variants of them, and the labels that serve them: all over one
 * collection and its variants, that of the first run or label set in the address.
 */
export function offeredFor(
  topicSet: string,
  params: URLSearchParams,
  allRuns: readonly Run[],
  allLabels: readonly LabelSet[],
): Offered {
  const runs = allRuns.filter(
    ({ lineage, status }) => status === 'complete' && lineage.topic_sets.includes(topicSet),
  );
  const topicSets = new Set([topicSet]);
  const above = runs.find(({ topic_set: own }) => own === topicSet)?.lineage.topic_sets ?? [];
  above.forEach((name) => topicSets.add(name));
  const labels = allLabels.filter((one) => topicSets.has(one.topic_set));
  const original = familyOf(params, runs, labels).at(-1);
  const ofOriginal = runs.filter(({ lineage }) => lineage.collections.at(-1) === original);
  const collections = new Set(ofOriginal.flatMap(({ lineage }) => lineage.collections));
  return {
    runs: namesOf(ofOriginal),
    labels: namesOf(
      labels.filter(({ collection }) => collection === original || collections.has(collection)),
    ),
  };
}

/** The names in an address that are offered; where it is silent, the first ones offered. */
function chosen(
  list: string | null,
  offered: readonly string[],
  nUnasked: number,
  most: number,
): readonly string[] {
  if (list === null) return offered.slice(0, nUnasked);
  return splitNames(list)
    .filter((name) => offered.includes(name))
    .slice(0, most);
}

function depthOf(text: string | null): number {
  const n = Number(text ?? A_PAGE);
  return Number.isSafeInteger(n) && n > 0 ? Math.min(n, MOST) : A_PAGE;
}

/** The choice in an address. */
export function choiceOf(params: URLSearchParams, offered: Offered): Choice {
  const measure = params.get('measure') ?? '';
  return {
    runs: chosen(params.get('runs'), offered.runs, N_RUNS, MOST_RUNS),
    labels: chosen(params.get('labels'), offered.labels, N_LABELS, MOST_RUNS),
    measure: measure === '' ? 'RR@10' : measure,
    n: depthOf(params.get('n')),
    isWhole: params.get('texts') === 'full',
  };
}

/** Names in an address that cannot be shown beside the others, or that there is nothing of. */
export function unknownOf(params: URLSearchParams, offered: Offered): readonly string[] {
  const runs = splitNames(params.get('runs')).filter((one) => !offered.runs.includes(one));
  const labels = splitNames(params.get('labels')).filter((one) => !offered.labels.includes(one));
  return [...runs, ...labels];
}
