import { expect, it } from 'vitest';
import { chosenErrors, errorsOf, failedIn } from '@/features/comparison/topics/table/errors';
import { run, TABLE } from '@/features/comparison/topics/table/table.test.support';

/** Of four topics, the first is right in all runs and the second in none. */
const BLOCK = {
  ...{ labels: 'old', sample: null },
  min_relevance: 1,
  n_judged: [1, 1, 1, 1],
  n_relevant: [1, 1, 1, 1],
  runs: [
    run('a', [], ['relevant', 'not relevant', 'relevant', 'unjudged']),
    run('b', [], ['relevant', 'unjudged', 'nothing', 'not relevant']),
    run('c', [], ['relevant', 'not relevant', 'relevant', 'relevant']),
  ],
};
const errors = errorsOf(BLOCK, [0, 1, 2, 3]);
const places = (which: string): number[] => chosenErrors(errors, which).map(({ place }) => place);

it('counts what stands at rank 1, by run', () => {
  expect(errors.byRun).toEqual([
    { run: 'a', fails: 2, notRelevant: 1, unjudged: 1, nothing: 0, alone: 0 },
    { run: 'b', fails: 3, notRelevant: 1, unjudged: 1, nothing: 1, alone: 1 },
    { run: 'c', fails: 1, notRelevant: 1, unjudged: 0, nothing: 0, alone: 0 },
  ]);
});

it('distinguishes failures that all share from those of one run alone and of two', () => {
  expect(places('shared')).toEqual([1]);
  expect(places('alone')).toEqual([2]);
  expect(places(failedIn('b'))).toEqual([1, 2, 3]);
  expect(places(failedIn('a', 'b'))).toEqual([1, 3]);
  expect(errors.both).toEqual([
    [2, 2, 1],
    [2, 3, 1],
    [1, 1, 1],
  ]);
});

it('counts the topics that are shown, and counts unjudged passages apart', () => {
  const shown = errorsOf(BLOCK, [0, 3]);
  expect(shown.byRun.map(({ fails }) => fails)).toEqual([1, 1, 0]);
  expect(shown.failed).toEqual([{ place: 3, runs: ['a', 'b'], nUnjudged: 1 }]);
});

it('with one run nothing is of one alone', () => {
  const [block] = TABLE.blocks;
  const only = errorsOf({ ...BLOCK, runs: block?.runs.slice(0, 1) ?? [] }, [0, 1, 2]);
  expect(only.byRun[0]).toMatchObject({ fails: 2, alone: 0 });
  expect(chosenErrors(only, 'alone')).toEqual([]);
});
