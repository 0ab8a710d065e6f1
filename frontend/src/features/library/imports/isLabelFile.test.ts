import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isLabelFile } from '@/features/library/imports/isLabelFile';

const QRELS = '# by hand\n\nq1 0 d1 1\n';
const RUN = 'q1 Q0 d1 1 2.5 bm25\n';

it('a file of labels has four columns in its first line', async () => {
  expect(await isLabelFile(new File([QRELS], 'old.txt'))).toBe(true);
  expect(await isLabelFile(new File([RUN], 'bm25.txt'))).toBe(false);
  expect(await isLabelFile(new File([''], 'nothing.txt'))).toBe(false);
});

it('a gzipped file is looked into, whatever its name', async () => {
  expect(await isLabelFile(new File([gzipSync(QRELS)], 'old.qrels.gz'))).toBe(true);
  expect(await isLabelFile(new File([gzipSync(RUN)], 'bm25.run.gz'))).toBe(false);
  expect(await isLabelFile(new File([gzipSync(QRELS)], 'old.qrels'))).toBe(true);
  expect(await isLabelFile(new File([QRELS], 'old.qrels.gz'))).toBe(true);
});
