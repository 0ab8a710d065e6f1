import type { FusedRun } from '@/api/types';

type Method = NonNullable<FusedRun['method']>;
type Normalization = NonNullable<FusedRun['normalization']>;

/** What scores a passage; every method adds over the runs that have it. */
export const ABOUT: Readonly<Record<Method, string>> = {
  rrf: 'Reciprocal rank fusion: adds 1 / (k + rank).',
  combsum: 'CombSUM: adds normalized scores.',
  combmnz: 'CombMNZ: the sum of normalized scores, times the number of runs that have the passage.',
  combanz: 'CombANZ: the mean of normalized scores over the runs that have the passage.',
  borda: 'Borda: adds points by rank; a run gives the passages that it lacks an equal share.',
};

const WORDS: Readonly<Record<Method, string>> = {
  rrf: 'RRF',
  combsum: 'CombSUM',
  combmnz: 'CombMNZ',
  combanz: 'CombANZ',
  borda: 'Borda',
};

export const METHODS = (Object.keys(WORDS) as Method[]).map((value) => ({
  value,
  label: WORDS[value],
}));
export const NORMALIZATIONS: readonly Normalization[] = ['min-max', 'z-score'];

export const takesK = (method: Method): boolean => method === 'rrf';
export const takesNormalization = (method: Method): boolean => method.startsWith('comb');

export type Entered = Readonly<{
  method: Method;
  k: number;
  normalization: Normalization;
  depth: number;
  /** Null where the suggested one is kept. */
  name: string | null;
}>;

export const BLANK: Entered = {
  method: 'rrf',
  k: 60,
  normalization: 'min-max',
  depth: 1000,
  name: null,
};

/** The request, with the settings that the method takes. */
export function requestOf(entered: Entered, runs: readonly string[], name: string): FusedRun {
  const { method, k, normalization, depth } = entered;
  return {
    ...{ name, runs: [...runs], method, depth },
    ...(takesK(method) && { k }),
    ...(takesNormalization(method) && { normalization }),
  };
}
