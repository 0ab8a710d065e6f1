import { expect, it } from 'vitest';
import type { Collection, Run } from '@/api/types';
import { byTexts, fromAddress } from '@/features/library/compute/ComputePage';
import { blank } from '@/features/library/parameters/request';

const FIRST = blank([{ name: 'trees' }], [{ name: 'needs' }]);
const run = (name: string, status: Run['status']) => ({ name, status, asked: null }) as Run;
const RUNS = [run('bm25', 'complete'), run('late', 'computing')];

const begun = (query: string, runs = RUNS) =>
  fromAddress(new URLSearchParams(query), { runs, rankers: [], first: FIRST });

it.each([
  ['', 'search', '', null],
  ['rerank=bm25', 'rerank', 'bm25', null],
  ['rerank=late', 'rerank', '', 'There is no complete run late to re-rank.'],
  ['rerank=gone', 'rerank', '', 'There is no complete run gone to re-rank.'],
  ['again=gone', 'search', '', 'There is no run gone that can be requested again here.'],
])('the form for %s is to %s %s and says %o', (query, task, parent, lack) => {
  const { entered, lack: said } = begun(query);
  expect([entered.task, entered.parent, said]).toEqual([task, parent, lack]);
});

it('where no run is complete none is to be re-ranked', () => {
  expect(begun('rerank=late', RUNS.slice(1)).entered.task).toBe('search');
});

it('collections without texts are set apart', () => {
  const [trees, ids] = [
    { name: 'trees', has_texts: true },
    { name: 'ids', has_texts: false },
  ] as Collection[];
  expect(byTexts([trees, ids] as Collection[])).toEqual([[trees], ['ids']]);
});
