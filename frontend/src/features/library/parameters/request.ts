import type { Bm25Run, ComputedRun, ModelRun, Ranker, Run } from '@/api/types';
import {
  BM25_NUMBERS,
  bm25Part,
  DEPTH,
  RM3_NUMBERS,
  USUALLY_SETTLED,
} from '@/features/library/parameters/bm25';
import type { Device, NumberName, NumberOption, Settled } from '@/features/library/parameters/bm25';
import {
  modelPartOf,
  nameParts,
  requestedPairs,
  partAgain,
  rerankDepthOf,
  UNSAID,
} from '@/features/library/parameters/model';
import type { ModelPart } from '@/features/library/parameters/model';

export const BM25 = 'bm25';
export type Task = 'search' | 'rerank';

/** The form's values: numbers as typed; the name is null until somebody types one. */
export type Entered = ModelPart &
  Readonly<{
    task: Task;
    ranker: string;
    parent: string;
    settled: Settled;
    collection: string;
    topic_set: string;
    name: string | null;
    usesRm3: boolean;
    device: Device;
    numbers: Readonly<Record<NumberName, string>>;
  }>;

export const ALL_NUMBERS: readonly NumberOption[] = [DEPTH, ...BM25_NUMBERS, ...RM3_NUMBERS];
const LONGEST_STEM = 190; // which leaves room for a number behind it

/** The numbers that count: those of RM3 only where it is used. */
export const activeNumbers = ({ usesRm3 }: Pick<Entered, 'usesRm3'>): readonly NumberOption[] =>
  usesRm3 ? ALL_NUMBERS : [DEPTH, ...BM25_NUMBERS];

export const USUAL = Object.fromEntries(
  ALL_NUMBERS.map(({ name, usual }) => [name, usual]),
) as Entered['numbers'];

type Named = Readonly<{ name: string }>;

/** What is chosen where there is but one. */
const onlyOf = (rows: readonly Named[]): string => (rows.length === 1 ? (rows[0]?.name ?? '') : '');

/** The form before anybody enters anything. */
export const blank = (collections: readonly Named[], topicSets: readonly Named[]): Entered => ({
  ...UNSAID,
  task: 'search',
  ranker: BM25,
  parent: '',
  collection: onlyOf(collections),
  topic_set: onlyOf(topicSets),
  name: null,
  usesRm3: false,
  device: 'cpu',
  numbers: USUAL,
  settled: USUALLY_SETTLED,
});

/** The ranker until one is chosen: one that needs no model of one’s own. */
const firstRanker = (task: Task, rankers: readonly Ranker[]): string =>
  task === 'search'
    ? BM25
    : ((rankers.find((one) => one.default_model !== null) ?? rankers[0])?.name ?? '');

/** The form with another task; who can do it as well stays chosen. */
export function withTask(entered: Entered, task: Task, rankers: readonly Ranker[]): Entered {
  const ranker = rankers.find(({ name }) => name === entered.ranker);
  const canDoIt = ranker !== undefined && (task === 'rerank' || ranker.can_retrieve);
  if (canDoIt) return { ...entered, task };
  return { ...entered, ...UNSAID, task, ranker: firstRanker(task, rankers) };
}

const isBm25 = (request: ComputedRun): request is Bm25Run => request.ranker === BM25;

/** The form values with which a run was requested. */
export const enteredAgain = (request: ComputedRun): Entered =>
  isBm25(request) ? bm25Again(request) : modelAgain(request);

function bm25Again({ name, collection, topic_set, ...request }: Bm25Run): Entered {
  const { depth, k1, b, rm3 = null, device, ...rest } = request;
  const numbers = Object.entries({ depth, k1, b, ...rm3 }).map(([key, n]) => [key, `${n}`]);
  return {
    ...blank([], []),
    collection,
    topic_set,
    name,
    usesRm3: rm3 !== null,
    device,
    numbers: { ...USUAL, ...Object.fromEntries(numbers) } as Entered['numbers'],
    settled: rest,
  };
}

function modelAgain(request: ModelRun): Entered {
  const { parent, collection, topic_set } = request;
  return {
    ...blank([], []),
    ...partAgain(request),
    task: parent == null ? 'search' : 'rerank',
    ranker: request.ranker,
    parent: parent ?? '',
    collection: collection ?? '',
    topic_set: topic_set ?? '',
    name: request.name,
    numbers: { ...USUAL, depth: `${request.depth ?? USUAL.depth}` },
  };
}

const changedOf = (entered: Entered, options: readonly NumberOption[]): string[] =>
  options
    .filter(({ name, usual }) => Number(entered.numbers[name]) !== Number(usual))
    .map(({ name, short }) => `${short}=${entered.numbers[name]}`);

/** A name of what is ranked, by what, and all that is not as usual. */
export function suggestedName(entered: Entered, ranker: Ranker | null): string {
  const { task, parent, collection, topic_set: topicSet } = entered;
  const ground = task === 'rerank' ? [parent] : [collection, topicSet];
  if (ground.includes('')) return '';
  const how = ranker === null ? bm25Name(entered) : modelName(entered, ranker);
  return [...how, ...ground].join('-').slice(0, LONGEST_STEM);
}

function bm25Name(entered: Entered): readonly string[] {
  const rm3 = entered.usesRm3 ? ['rm3', ...changedOf(entered, RM3_NUMBERS)] : [];
  return [BM25, ...changedOf(entered, BM25_NUMBERS), ...rm3, ...changedOf(entered, [DEPTH])];
}

function modelName(entered: Entered, ranker: Ranker): readonly string[] {
  const how = nameParts(entered, ranker);
  if (entered.task === 'search') return [...how, ...changedOf(entered, [DEPTH])];
  const depth = rerankDepthOf(entered, ranker);
  return Number(depth) === ranker.depth ? how : [...how, `${DEPTH.short}=${depth}`];
}

/** The form values with which that run was requested; null where there is none, or not from a form. */
export function earlierEntries(runs: readonly Run[], name: string | null): Entered | null {
  const request = runs.find((run) => run.name === name)?.asked ?? null;
  return request === null ? null : enteredAgain(request);
}

/** The form as the server takes it; every number that counts must be one. */
export function requestOf(entered: Entered, name: string, ranker: Ranker | null): ComputedRun {
  const { collection, topic_set, usesRm3, device, settled } = entered;
  const numbers = Object.fromEntries(
    ALL_NUMBERS.map((option) => [option.name, Number(entered.numbers[option.name])]),
  ) as Record<NumberName, number>;
  const { depth } = numbers;
  if (ranker === null)
    return {
      ...{ name, collection, topic_set, depth, device },
      ...bm25Part(numbers, usesRm3),
      ...settled,
    };
  const request = { name, ...modelPartOf(entered, ranker) };
  if (entered.task === 'search') return { ...request, collection, topic_set, depth };
  return {
    ...request,
    parent: entered.parent,
    depth: Number(rerankDepthOf(entered, ranker)),
    pairs_per_chunk: requestedPairs(entered),
  };
}
