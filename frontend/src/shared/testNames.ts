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
