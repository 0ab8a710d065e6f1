import type { AtRankOne, TopicTable } from '@/api/compared';

type Run = TopicTable['blocks'][number]['runs'][number];

export const run = (
  name: string,
  values: readonly number[],
  first: readonly AtRankOne[] = [],
  judged: readonly (number | null)[] = [],
): Run => ({ run: name, values: [...values], judged: [...judged], at_rank_1: [...first] });

/** Three topics, two runs, one label set. */
export const TABLE: TopicTable = {
  measure: 'RR@10',
  lower_is_better: false,
  cutoff: 10,
  topics: [
    {
      query_id: 'q1',
      query: 'how long do Spruces live',
      n_words: 5,
      answer_type: 'NUM',
      stratum: 'low',
    },
    { query_id: 'q2', query: 'firs', n_words: 1, answer_type: 'DESC', stratum: '' },
    { query_id: 'q30', query: 'do firs live', n_words: 3, answer_type: 'DESC', stratum: '' },
  ],
  blocks: [
    {
      ...{ labels: 'old', sample: null },
      min_relevance: 1,
      n_judged: [4, 2, 9],
      n_relevant: [2, 0, 7],
      runs: [
        run('a', [1, 0, 0.5], ['relevant', 'not relevant', 'unjudged'], [1, 0.5, 0.2]),
        run('b', [0, 0, 0.5], ['unjudged', 'nothing', 'relevant'], [0.4, null, 1]),
      ],
    },
  ],
};
