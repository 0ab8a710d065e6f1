type Page = 'comparison' | 'leaderboard' | 'topic' | 'run' | 'watch' | 'whatIf';

/** The measures that pages offer first; where a name can be typed, any that the server knows will do. */
export const OFFERED: Readonly<Record<Page, readonly string[]>> = {
  comparison: [
    ...['RR@5', 'RR@10', 'MFR@5', 'MFR@10', 'P@5', 'P@10', 'nDCG@5', 'nDCG@10', 'nDCG@20'],
    ...['nDCG(unjudged=1)@10', 'AP', 'R@100', 'Judged@10'],
  ],
  leaderboard: [
    ...['nDCG@10', 'RR@10', 'RR', 'AP', 'P@10', 'R@100', 'R@1000', 'nDCG@20', 'nDCG', 'Success@1'],
    ...['Bpref', 'infAP', 'RBP(p=0.8)', 'ERR@10'],
  ],
  topic: ['RR@10', 'nDCG@10', 'AP', 'P@10', 'MFR@10'],
  run: ['RR@10', 'nDCG@10', 'P@10', 'AP', 'R@100'],
  // Values must lie between 0 and 1.
  watch: ['nDCG@10', 'RR@10', 'P@10', 'AP', 'R@100'],
  whatIf: ['nDCG@10', 'P@10', 'nDCG@5', 'P@5', 'RBP(p=0.8)', 'RR@10', 'AP', 'R@100'],
};
