import type { Run } from '@/api/types';

export type RunKind = Run['kind'];

/** What a run was ranked by, as the TREC Deep Learning track sorts runs, by what the server calls it. */
export const RUN_KINDS: Readonly<Record<RunKind, string>> = {
  trad: 'traditional',
  nn: 'neural',
  nnlm: 'language model',
  unknown: 'kind not said',
};

/** For a choice: what is not said stands first. */
export const KIND_OPTIONS = (['unknown', 'trad', 'nn', 'nnlm'] as const).map((value) => ({
  value,
  label: RUN_KINDS[value],
}));
