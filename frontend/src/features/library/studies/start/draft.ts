import { freeName } from '@/shared/format/names';
import type { Collection, LabelSet, Recipe, StudyRequest, TopicSet } from '@/api/types';

/** The rankers that need no further word, and how a study asks for them. */
export const READY = {
  bm25: { name: 'BM25', hint: 'by words, as Lucene scores them' },
  rm3: { name: 'BM25 + RM3', hint: 'queries expanded by the first passages' },
  minilm: { name: 'MiniLM', hint: 'by vectors of all passages; these are computed first' },
  rerank: { name: 'MiniLM over BM25', hint: 're-ranks the first passages of BM25' },
} as const;
export type ReadyRanker = keyof typeof READY;

/** A ranker with a model of one's own. */
type AddedRanker = Readonly<{
  id: number;
  name: string;
  ranker: string;
  model: string;
  reranks: boolean;
  depth: number;
}>;

/** A ranker whose runs were imported, one over each of the texts. */
type ImportedRanker = Readonly<{ id: number; name: string; runs: readonly string[] }>;

export type Draft = Readonly<{
  name: string;
  labels: string;
  recipes: readonly string[];
  topicSets: readonly string[];
  collections: readonly string[];
  seed: number;
  cross: boolean;
  ready: readonly ReadyRanker[];
  depth: number;
  added: readonly AddedRanker[];
  imported: readonly ImportedRanker[];
  measures: string;
  test: string;
  correction: string;
}>;

const MOST_OF_NAME = 40;
export const DEPTH_OF_SEARCH = 1000;
export const DEPTH_OF_RERANKING = 100;

const USUAL = [
  'typos-queries-swap_characters-one',
  'typos-queries-remove_space-one',
  'typos-queries-remove_stop_words-one',
];

/** What a study may be about: label sets, and the texts that they label. */
export type Ground = Readonly<{
  labels: readonly LabelSet[];
  collections: readonly Collection[];
  topicSets: readonly TopicSet[];
  recipes: readonly Recipe[];
  /** Names of the studies that there are. */
  taken: readonly string[];
}>;

export const textsOf = ({ name }: Pick<Recipe, 'name'>): 'queries' | 'passages' =>
  name.includes('-queries-') ? 'queries' : 'passages';

/** The label set of a draft, of which its collection and topics follow. */
export const labelSetOf = (draft: Draft, ground: Ground): LabelSet | undefined =>
  ground.labels.find(({ name }) => name === draft.labels);

/** As a study is called unless somebody says otherwise: after its topics, by a name that is free. */
function proposal(labels: LabelSet | undefined, taken: readonly string[]): string {
  if (labels === undefined) return '';
  return freeName(`${labels.topic_set}-noise`.slice(0, MOST_OF_NAME - 3), taken);
}

/** With other labels: what was chosen of other texts is chosen anew, and a name that was proposed. */
export function withLabels(draft: Draft, ground: Ground, labels: string): Partial<Draft> {
  const named = (one: Draft): string => proposal(labelSetOf(one, ground), ground.taken);
  const name = draft.name === named(draft) ? named({ ...draft, labels }) : draft.name;
  return { labels, name, topicSets: [], collections: [], imported: [] };
}

/** A draft that could be started as it is. */
export function firstDraft(ground: Ground): Draft {
  const first = ground.labels.find(({ is_simulated }) => !is_simulated) ?? ground.labels[0];
  return {
    name: proposal(first, ground.taken),
    labels: first?.name ?? '',
    recipes: USUAL.filter((name) => ground.recipes.some((one) => one.name === name)),
    topicSets: [],
    collections: [],
    seed: 1,
    cross: false,
    ready: ['bm25', 'rm3'],
    depth: DEPTH_OF_RERANKING,
    added: [],
    imported: [],
    measures: 'nDCG@10,RR@10,R@1000',
    test: 't',
    correction: 'holm',
  };
}

const BY_VECTORS = { ranker: 'bert-dot' };

/** How the ready rankers are asked for; what is re-ranked stands before what re-ranks it. */
function readyRankers({ ready, depth }: Draft): Record<string, unknown>[] {
  const asked = {
    bm25: { ranker: 'bm25' },
    rm3: { ranker: 'bm25', rm3: {} },
    minilm: BY_VECTORS,
    rerank: { ...BY_VECTORS, reranks: READY.bm25.name, depth },
  };
  const keys = Object.keys(READY) as ReadyRanker[];
  return keys
    .filter((key) => ready.includes(key))
    .map((key) => ({ name: READY[key].name, ...asked[key] }));
}

const addedRankers = ({ added }: Draft): Record<string, unknown>[] =>
  added.map(({ name, ranker, model, reranks, depth }) => ({
    name,
    ranker,
    depth,
    ...(model === '' ? {} : { model }),
    ...(reranks ? { reranks: READY.bm25.name } : {}),
  }));

const importedRankers = ({ imported }: Draft): Record<string, unknown>[] =>
  imported.map(({ name, runs }) => ({ name, runs }));

/** Whether something re-ranks BM25, which must be there then. */
const needsBm25 = ({ ready, added }: Draft): boolean =>
  ready.includes('rerank') || added.some(({ reranks }) => reranks);

/** What keeps a draft from being asked for, in a sentence; '' where nothing does. */
export function troubleOf(draft: Draft): string {
  const { name, recipes, topicSets, collections, ready } = draft;
  const own = [...draft.added, ...draft.imported];
  if (name.trim() === '') return 'Name the study.';
  if (/[,\s]/.test(name.trim())) return 'The name of a study has no comma and no blank.';
  if (recipes.length + topicSets.length + collections.length === 0)
    return 'Choose a variant of the texts.';
  if (ready.length + own.length === 0) return 'Choose a ranker.';
  if (needsBm25(draft) && !ready.includes('bm25')) return 'Choose BM25, which is re-ranked.';
  if (own.some((one) => one.name.trim() === '')) return 'Name every ranker.';
  if (draft.imported.some(({ runs }) => runs.length === 0)) return 'Choose the imported runs.';
  return '';
}

/** The request for a draft; null while something is missing. */
export function bodyOf(draft: Draft, ground: Ground): StudyRequest | null {
  const labels = labelSetOf(draft, ground);
  if (labels === undefined || troubleOf(draft) !== '') return null;
  const { seed, cross, measures, test, correction } = draft;
  const made = ground.recipes
    .filter(({ name }) => draft.recipes.includes(name))
    .map((recipe) => ({ texts: textsOf(recipe), recipe: recipe.name, seed }));
  const body = {
    name: draft.name.trim(),
    topics: labels.topic_set,
    collection: labels.collection,
    labels: labels.name,
    measures,
    variants: [
      ...made,
      ...draft.topicSets.map((topics) => ({ topics })),
      ...draft.collections.map((collection) => ({ collection })),
    ],
    rankers: [...readyRankers(draft), ...addedRankers(draft), ...importedRankers(draft)],
    cross,
    test,
    correction,
  };
  return body as StudyRequest;
}

/** With one of them changed. */
export const withChanged = <One extends Readonly<{ id: number }>>(
  all: readonly One[],
  id: number,
  part: Partial<One>,
): readonly One[] => all.map((one) => (one.id === id ? { ...one, ...part } : one));

/** A number that none of them has. */
export const nextId = (all: readonly Readonly<{ id: number }>[]): number =>
  Math.max(0, ...all.map(({ id }) => id)) + 1;

/** With a name ticked or not. */
export const ticked = <Name extends string>(
  names: readonly Name[],
  name: Name,
  isOn: boolean,
): readonly Name[] => [...names.filter((one) => one !== name), ...(isOn ? [name] : [])];
