import { describe, expect, it } from 'vitest';
import { commonName, freeName, nameOfFile, nameTrouble } from '@/shared/format/names';

describe('nameOfFile', () => {
  it.each([
    ['bm25.trec.txt.gz', 'bm25'],
    ['my run, final.run', 'my-run-final'],
    ['cran.all.1400.xml.gz', 'cran.all.1400'],
    ['.txt', '.txt'],
    ['topics', 'topics'],
    [' a .tsv', 'a'],
  ])('makes of %s the name %s', (file, name) => {
    expect(nameOfFile(file)).toBe(name);
  });

  it('is never longer than a name may be', () => {
    expect(nameOfFile(`${'x'.repeat(300)}.txt`)).toHaveLength(200);
  });
});

it.each([
  [['dl19-bm25.run', 'dl19-bert.run', 'dl19.qrels'], 'dl19'],
  [['bm25.run', 'bert.run'], ''],
  [['bm25.run.gz'], 'bm25'],
])('commonName of %s is %s', (files, name) => {
  expect(commonName(files)).toBe(name);
});

it('freeName counts on from a name that is taken', () => {
  expect(freeName('bm25', ['bm25', 'bm25-2'])).toBe('bm25-3');
  expect(freeName('bm25', [])).toBe('bm25');
});

it('nameTrouble says what to do', () => {
  expect(nameTrouble('bm25', ['dense'])).toBeNull();
  expect(nameTrouble('', [])).toBe('Give it a name.');
  expect(nameTrouble('a b', [])).toMatch(/hyphen/);
  expect(nameTrouble('bm25', ['bm25'])).toBe('The name bm25 is taken; choose another.');
});
