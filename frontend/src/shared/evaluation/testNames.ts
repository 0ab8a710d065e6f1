/** Tests of two runs, by what the server calls them. */
export const TESTS = {
  t: 'paired t-test',
  wilcoxon: 'Wilcoxon signed-rank test',
  sign: 'sign test',
  randomization: 'randomization test',
  bootstrap: 'bootstrap test',
  equivalence: 'equivalence test',
} as const;

/** Corrections of p-values for many tests. */
export const CORRECTIONS = {
  none: 'none',
  bonferroni: 'Bonferroni',
  holm: 'Holm',
  bh: 'Benjamini-Hochberg',
  by: 'Benjamini-Yekutieli',
} as const;

/** The tests that each p is corrected for; those that repeat another count once. */
export const FAMILIES = {
  column: 'one measure under one label set',
  measure: 'one measure under all label sets',
  table: 'the whole table',
} as const;

/** Tests of many systems at once, those of all pairs first. */
export const SYSTEM_METHODS = {
  'randomized-tukey': 'all pairs: randomized Tukey test',
  tukey: 'all pairs: Tukey’s test, topics as blocks',
  'randomized-dunnett': 'with a baseline: randomized Dunnett test',
  'max-t': 'with a baseline: max-t by sign flips',
  dunnett: 'with a baseline: Dunnett’s test, topics as blocks',
  mixed: 'with a baseline: mixed model',
  anova: 'analysis of variance',
} as const;

export const EFFECT_SIZES = {
  d_z: 'd_z',
  d_av: 'd_av',
  cliffs_delta: 'Cliff’s delta',
} as const;
