import type { Bm25Run } from '@/api/types';

type Feedback = NonNullable<Bm25Run['rm3']>;
export type NumberName = 'depth' | 'k1' | 'b' | keyof Feedback;

export type NumberOption = Readonly<{
  name: NumberName;
  label: string;
  hint: string;
  /** What it is called in a run’s name where it is not as usual. */
  short: string;
  usual: string;
  step: number;
  min: number;
  max?: number | undefined;
}>;

export const DEPTH: NumberOption = {
  name: 'depth',
  label: 'Depth',
  hint: 'Maximum number of passages per topic, best first.',
  short: 'depth',
  usual: '1000',
  step: 1,
  min: 1,
};

export const BM25_NUMBERS: readonly NumberOption[] = [
  {
    name: 'k1',
    label: 'k1',
    hint: 'How much repetition adds: at 0 a term counts once however often it occurs in a passage; the larger k1 is, the more each further occurrence adds.',
    short: 'k1',
    usual: '0.82',
    step: 0.01,
    min: 0,
  },
  {
    name: 'b',
    label: 'b',
    hint: 'How much long passages are penalized: at 0 not at all, at 1 in full proportion to the average length.',
    short: 'b',
    usual: '0.68',
    step: 0.01,
    min: 0,
    max: 1,
  },
];

export const RM3_NUMBERS: readonly NumberOption[] = [
  {
    name: 'fb_docs',
    label: 'Feedback passages',
    hint: 'Number of best passages of the first search to take terms from.',
    short: 'docs',
    usual: '10',
    step: 1,
    min: 1,
  },
  {
    name: 'fb_terms',
    label: 'Feedback terms',
    hint: 'Number of their terms to add to the query.',
    short: 'terms',
    usual: '10',
    step: 1,
    min: 1,
  },
  {
    name: 'original_query_weight',
    label: 'Weight of the original query',
    hint: 'At 1 the query is unchanged; at 0 only the added terms count.',
    short: 'weight',
    usual: '0.5',
    step: 0.05,
    min: 0,
    max: 1,
  },
];

export type Device = Bm25Run['device'];

export const DEVICES: readonly Readonly<{ value: Device; label: string }>[] = [
  { value: 'cpu', label: 'Processor' },
  { value: 'cuda', label: 'GPU' },
];

type OfForm = 'name' | 'collection' | 'topic_set' | 'rm3' | 'device' | NumberName;

/** What is settled for all who use the form; a run that is tried again keeps its own. */
export type Settled = Omit<Bm25Run, OfForm>;

export const USUALLY_SETTLED: Settled = {
  ranker: 'bm25',
  adjusts_ties: true,
  fields_indexed: 'title,text',
  stop_words: 'english',
  stemmer: 'porter',
};

/** Of what a passage is indexed, and how. */
export function describeAnalysis({ fields_indexed, stop_words, stemmer }: Settled): string {
  const from = fields_indexed === 'text' ? 'texts alone' : 'titles and texts';
  const stops = stop_words === 'none' ? 'kept' : 'left out';
  const rest = stemmer === 'none' ? 'nothing stemmed' : 'the rest stemmed';
  return `Terms are taken from ${from} as Lucene’s English analyzer does: stop words ${stops}, ${rest}.`;
}

/** BM25’s part of a request. */
export function bm25Part(numbers: Readonly<Record<NumberName, number>>, usesRm3: boolean) {
  const { fb_terms, fb_docs, original_query_weight, k1, b } = numbers;
  return { k1, b, rm3: usesRm3 ? { fb_terms, fb_docs, original_query_weight } : null };
}
