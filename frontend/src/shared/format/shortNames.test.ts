import { expect, it } from 'vitest';
import { shortNames } from '@/shared/format/shortNames';

it.each([
  [
    ['team-full-REP_LLAMA', 'team-full-BM25', 'team-full-BM25_RM3'],
    ['REP_LLAMA', 'BM25', 'BM25_RM3'],
  ],
  [
    ['team.bm25.top1000', 'team.t5.top1000'],
    ['bm25', 't5'],
  ],
  [
    ['bert_base', 'berg_base'],
    ['bert', 'berg'],
  ],
  [
    ['bm25', 'bm25-rm3'],
    ['bm25', 'bm25-rm3'],
  ],
  [
    ['run-1', 'run-2'],
    ['run-1', 'run-2'],
  ],
  [
    ['k1-0.9', 'k1-1.9'],
    ['k1-0.9', 'k1-1.9'],
  ],
  [
    ['team-', 'team-a'],
    ['team-', 'team-a'],
  ],
  [
    ['a-b', 'a-b'],
    ['a-b', 'a-b'],
  ],
  [['team-alone'], ['team-alone']],
  [[], []],
])('%j become %j', (names, short) => expect(shortNames(names)).toEqual(short));

it('names that differ stay different and are never empty', () => {
  const parts = ['a', 'b', '-', 'a-', 'a-a', '_b'];
  const all = parts.flatMap((one) => parts.flatMap((two) => parts.map((end) => one + two + end)));
  const names = [...new Set(all)];
  for (const name of names)
    for (const other of names.filter((one) => one !== name)) {
      const [one = '', two = ''] = shortNames([name, other]);
      expect(one !== two && one !== '' && two !== '').toBe(true);
    }
});
