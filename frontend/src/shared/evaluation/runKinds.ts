/** What a run was ranked by, as the TREC Deep Learning track sorts runs, by what the server calls it. */
export const RUN_KINDS = {
  trad: 'traditional',
  nn: 'neural',
  nnlm: 'language model',
  unknown: 'unspecified',
} as const;

export type RunKind = keyof typeof RUN_KINDS;

/** For a choice: what is not said stands first. */
export const KIND_OPTIONS = (['unknown', 'trad', 'nn', 'nnlm'] as const).map((value) => ({
  value,
  label: RUN_KINDS[value],
}));
