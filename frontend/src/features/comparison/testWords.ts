const WORDS: Readonly<Record<string, string>> = {
  t: 'paired t-test',
  wilcoxon: 'Wilcoxon signed-rank test',
};

export const testWords = (test: string): string => WORDS[test] ?? test;
