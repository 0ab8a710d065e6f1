import { addressOf } from '@/shared/routing/address';

/** Where the library shows a thing; names may hold any sign but a comma and a blank. */
export const runPath = (name: string): string => `/library/runs/of/${encodeURIComponent(name)}`;

export const labelsPath = (name: string): string =>
  `/library/labels/of/${encodeURIComponent(name)}`;

export const collectionPath = (name: string): string =>
  `/library/collections/of/${encodeURIComponent(name)}`;

export const topicSetPath = (name: string): string =>
  `/library/topics/of/${encodeURIComponent(name)}`;

/** The leaderboard of a topic set. */
export const leaderboardPath = (topicSet: string): string =>
  `/library/topics/of/${encodeURIComponent(topicSet)}/board`;

/** The permanent address of a saved comparison. */
export const savedPath = (hash: string): string => `/comparisons/${hash}`;

/** Where the library lists a saved comparison. */
export const savedInLibrary = (name: string): string =>
  `/library/comparisons?search=${encodeURIComponent(name)}`;

/** Where one passage is shown: its text, who ranks it where, and how it was judged. */
export const passagePath = (collection: string, docId: string): string =>
  `/passages/${encodeURIComponent(collection)}/${encodeURIComponent(docId)}`;

/** Where nothing else is asked for, all tests of a table are corrected as one family. */
export const USUAL_CORRECTION = 'holm';

/** Names parted by commas. */
type Asked = Readonly<{ baseline: string; runs: string; labels: string; measures?: string }>;

/** The comparison of these runs under these label sets, corrected as usual. */
export const comparisonPath = (asked: Asked): string =>
  `/compare?${addressOf({ ...asked, correction: USUAL_CORRECTION })}`;

/** The comparison of these runs under the labels of their topics. */
export const amongPath = (runs: readonly string[]): string =>
  `/compare?${addressOf({ among: runs.join(',') })}`.replaceAll('%2C', ',');

/** What a campaign's labels are compared by: the runs of its pool, other labels, and how deep it is. */
export type PoolQuestion = Readonly<{
  pool_runs: readonly string[];
  old_labels: readonly string[];
  pool_depth: number | null;
}>;

const DEEPEST = 10;

/** Below the pool's depth a run's passages are unjudged, so measures end there; none is named otherwise. */
const measuresTo = (depth: number | null): string =>
  depth === null
    ? ''
    : ['nDCG', 'RR', 'P'].map((name) => `${name}@${Math.min(DEEPEST, depth)}`).join(',');

/** The pool's runs under old labels beside new ones; under the new ones alone where there are no old. */
export function oldAndNewPath(
  labels: string,
  { pool_runs: runs, pool_depth: depth }: PoolQuestion,
  old: string | undefined,
): string {
  const [beside, measures] = [old ?? '', measuresTo(depth)];
  const asked = {
    ...(beside !== '' && { beside }),
    ...(measures !== '' && { measures }),
  };
  const query = addressOf(asked).replaceAll('%2C', ',').replaceAll('%40', '@');
  return `${underLabelsPath(labels, runs)}${query === '' ? '' : `&${query}`}`;
}

/** The comparison of runs under one label set; of all runs over its topics, where none is named. */
export function underLabelsPath(
  labels: string,
  runs: readonly string[] = [],
  measure = '',
): string {
  const by = measure === '' ? {} : { measures: measure };
  const address = addressOf({ label_set: labels, among: runs.join(','), ...by });
  return `/compare?${address}`.replaceAll('%2C', ',').replaceAll('%40', '@');
}

/** What a topic is looked at by; what is left out the page chooses. */
type TopicChoice = Readonly<{
  runs?: readonly string[];
  labels?: readonly string[];
  measure?: string;
}>;

/** Where a topic is shown, with the rankings of these runs and under these labels. */
export function topicPath(
  topicSet: string,
  queryId: string,
  { runs = [], labels = [], measure = '' }: TopicChoice = {},
): string {
  const found = { runs: runs.join(','), labels: labels.join(','), measure };
  const given = Object.entries(found).filter(([, text]) => text !== '');
  const query = new URLSearchParams(given).toString();
  const path = `/topics/${encodeURIComponent(topicSet)}/${encodeURIComponent(queryId)}`;
  return query === '' ? path : `${path}?${query}`;
}
