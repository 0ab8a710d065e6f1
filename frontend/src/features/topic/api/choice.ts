import type { LabelSet, Run } from '@/api/types';

export const A_PAGE = 10;
export const MOST = 100;
export const MEASURES: readonly string[] = ['RR@10', 'nDCG@10', 'AP', 'P@10', 'MFR@10'];
const N_RUNS = 2;
const N_LABELS = 4;

/** By what a topic is looked at. */
export type Choice = Readonly<{
  runs: readonly string[];
  labels: readonly string[];
  measure: string;
  n: number;
}>;

/** What there is of the topic's set. */
export type Offered = Readonly<{ runs: readonly string[]; labels: readonly string[] }>;

/** Runs over these topics or over variants of them, and the labels of these topics. */
export function offeredFor(
  topicSet: string,
  runs: readonly Run[],
  labels: readonly LabelSet[],
): Offered {
  return {
    runs: runs
      .filter(
        ({ lineage, status }) => status === 'complete' && lineage.topic_sets.includes(topicSet),
      )
      .map(({ name }) => name),
    labels: labels.filter((one) => one.topic_set === topicSet).map(({ name }) => name),
  };
}

const splitNames = (list: string): string[] => list.split(',').filter((name) => name !== '');

/** The names in an address that are offered; where it is silent, the first ones offered. */
function chosen(list: string | null, offered: readonly string[], n: number): readonly string[] {
  if (list === null) return offered.slice(0, n);
  return splitNames(list).filter((name) => offered.includes(name));
}

function depthOf(text: string | null): number {
  const n = Number(text ?? A_PAGE);
  return Number.isSafeInteger(n) && n > 0 ? Math.min(n, MOST) : A_PAGE;
}

/** The choice in an address. */
export function choiceOf(params: URLSearchParams, offered: Offered): Choice {
  return {
    runs: chosen(params.get('runs'), offered.runs, N_RUNS),
    labels: chosen(params.get('labels'), offered.labels, N_LABELS),
    measure: params.get('measure') ?? 'RR@10',
    n: depthOf(params.get('n')),
  };
}

/** Names in an address that there is nothing of. */
export function unknownOf(params: URLSearchParams, offered: Offered): readonly string[] {
  const runs = splitNames(params.get('runs') ?? '').filter((one) => !offered.runs.includes(one));
  const labels = splitNames(params.get('labels') ?? '').filter(
    (one) => !offered.labels.includes(one),
  );
  return [...runs, ...labels];
}
