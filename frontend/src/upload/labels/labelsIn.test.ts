import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { labelsIn } from '@/upload/labels/labelsIn';

const QRELS = '# by hand\n\nq1 0 d1 1\nq1 0 d2 0\nq2 0 d2 -2\n';
const RUN = 'q1 Q0 d1 1 2.5 bm25\n';

it('finds labels and columns, and reads a gzipped file whatever its name', async () => {
  const seen = { nColumns: 4, labels: [-2, 0, 1], isWhole: true, docIds: ['d1', 'd2', 'd2'] };
  expect(await labelsIn(new File([QRELS], 'old.qrels.gz'))).toEqual(seen);
  expect(await labelsIn(new File([gzipSync(QRELS)], 'old.qrels'))).toEqual(seen);
});

it.each([
  ['a run', RUN, 6, []],
  ['a packed run', gzipSync(RUN), 6, []],
  ['a header and three columns', 'query-id\tcorpus-id\tscore\nq1\td1\t2\n', 3, [2]],
  ['labels of an old Mac, with decimals', 'q1 0 d1 1.0\rq1 0 d2 2.0\r', 4, [1, 2]],
  ['prels of a sample', 'q1 d1 2 1 0.5\nq1 d2 0 1 1\n', 5, [0, 2]],
  ['a table of a sample', 'query_id\tdoc_id\trelevance\tprobability\nq1\td1\t3\t1\n', 4, [3]],
  ['nothing', '', 0, []],
  ['what only begins as gzip does', new Uint8Array([0x1f, 0x8b, 1, 2]), 0, []],
])('of %s it finds what there is', async (_, content, nColumns, labels) => {
  expect(await labelsIn(new File([content], 'file'))).toMatchObject({ nColumns, labels });
});

it('looks no further than the first part, and at no line that is cut', async () => {
  // Each ends in 12, but for the last, which the first part may not show.
  const lines = Array.from({ length: 120_000 }, (_, i) => `q${i} 0 d 12\n`).join('');
  const long = `${lines}q 0 d 3\n`;
  const seen = { labels: [12], isWhole: false };
  expect(await labelsIn(new File([long], 'long'))).toMatchObject(seen);
  expect(await labelsIn(new File([gzipSync(long)], 'long.gz'))).toMatchObject(seen);
});
