import { expect, it } from 'vitest';
import type { CampaignLabels } from '@/api/types';
import { sayLeftOut } from '@/features/campaign/whatif/state/leftOut';
import {
  keepsGrades,
  policyOf,
  printState,
  readState,
  startState,
  withRelevantFrom,
} from '@/features/campaign/whatif/state/state';
import type { Offered, State } from '@/features/campaign/whatif/state/state';

const voter = (name: string, kind = 'human') => ({ name, kind, level: '' });
const LABELS = {
  scale: [0, 1, 2, 3].map((value) => ({ value, name: `${value}`, colour: '' })),
  assessors: [voter('a01'), voter('a02')],
  model_assessors: [{ pseudonym: 'm01', name: 'glm' }],
  fallbacks: ['old'],
  topic_labels: ['old', 'strict'],
  question: { pool_runs: [], old_labels: [], pool_depth: null },
  n_decisions: 0,
  n_expert_grades: 0,
} as unknown as CampaignLabels;
const OFFERED: Offered = {
  labels: LABELS,
  runs: ['bm25', 'bert', 'rm3'],
  originals: ['bert'],
  poolDepth: 20,
};

const START = startState(OFFERED);
const reread = (state: State): State => readState(new URLSearchParams(printState(state)), OFFERED);
const read = (search: string): State => readState(new URLSearchParams(search), OFFERED);

it('a bare address is the start: the majority from the middle of the scale up, over all runs', () => {
  expect(read('')).toEqual(START);
  expect(policyOf(START)).toMatchObject({ aggregate: 'majority', threshold: 2, tie: 'highest' });
  expect(START.runs).toEqual(['bm25', 'bert', 'rm3']);
});

const CHANGED: Partial<State>[] = [
  {},
  { first: 'bert', second: 'bm25', reference: 'strict', measure: 'P@10' },
  { runs: ['bm25', 'bert'], unjudged: 'left_out', poolDepth: 5 },
  { choice: { ...START.choice, without: ['a02'], models: ['m01'], minVotes: 2 } },
  { choice: { ...START.choice, tie: 'fallback', fallback: 'old', decisions: 'override' } },
  { choice: { ...START.choice, threshold: null, minRelevance: 3 } },
  { choice: { ...START.choice, aggregate: 'median', rounding: 'down', gold: 'expert' } },
  // Rules without a control, and a measure that is not offered.
  { measure: 'MFR@10', poolDepth: 35 },
  { carried: { kinds: ['human', 'model'], without: ['m01'], only: ['a01'], seed: 7 } },
  { carried: { max_blank_share: 0.29, min_agreement: 0, only_topics_of: 'x', models: ['glm'] } },
  { carried: { levels: ['native'], without_flags: ['pace', 'gold'] } },
  {
    choice: {
      ...{ ...START.choice, threshold: null, minRelevance: 1 },
      ...{ requiresFallback: true, fallback: 'old' },
    },
  },
];

it.each(CHANGED)('an address opens the state that it was printed of: %o', (part) => {
  const state = { ...START, ...part };
  expect(reread(state)).toEqual(state);
  expect(sayLeftOut(new URLSearchParams(printState(state)), state)).toBe('');
});

it('original runs are looked at first, unless there is only one', () => {
  expect(startState({ ...OFFERED, originals: ['bert', 'rm3'] }).runs).toEqual(['bert', 'rm3']);
});

it('what is unknown is as at the start, and known names beside it are kept', () => {
  const search =
    'aggregate=oracle&threshold=9&tie=coin&runs=bm25,gone&first=gone&reference=gone' +
    '&min_votes=-1&unjudged=maybe&without=a02&without=gone';
  expect(read(search)).toEqual({ ...START, choice: { ...START.choice, without: ['a02'] } });
});

it('rules without a control are sent with those that have one', () => {
  const state = read('models=m01&models=glm&without=a01&without=m01&levels=native');
  expect(policyOf(state)).toMatchObject({
    ...{ models: ['m01', 'glm'], without: ['a01', 'm01'], levels: ['native'], threshold: 2 },
  });
});

it.each([
  ['a median of relevant and not is rounded up', 'tie=median', 'highest'],
  ['or down', 'tie=median&rounding=down', 'lowest'],
  ['grades have a median', 'tie=median&min_relevance=2', 'median'],
  ['and are not left to other labels', 'tie=fallback&fallback=old&min_relevance=2', 'unjudged'],
  ['where there are no ties they stay', 'tie=median&aggregate=mean', 'median'],
])('ties are as the buttons have them: %s', (_, search, tie) => {
  expect(read(search).choice.tie).toBe(tie);
});

it('ties are not left to labels that are not named', () => {
  expect(read('tie=fallback').choice.tie).toBe('highest');
});

it('one run is not in focus against itself', () => {
  expect(read('first=bert&second=bert')).toMatchObject({ first: 'bert', second: null });
});

it('where only simulated assessors voted, they count until they are left out', () => {
  const simulated = { ...LABELS, assessors: [voter('s01', 'simulated')] } as CampaignLabels;
  const offered = { ...OFFERED, labels: simulated };
  const start = startState(offered);
  expect(start.choice.countsSimulated).toBe(true);
  const without = { ...start, choice: { ...start.choice, countsSimulated: false } };
  const search = new URLSearchParams(printState(without));
  expect(readState(search, offered).choice.countsSimulated).toBe(false);
});

it('another grade is relevant from here on, whether votes or labels are cut there', () => {
  const graded = { ...START.choice, threshold: null };
  expect(withRelevantFrom(START.choice, 3)).toEqual({ threshold: 3, minRelevance: 3 });
  expect(withRelevantFrom(graded, 3)).toEqual({ threshold: null, minRelevance: 3 });
  expect([keepsGrades(graded), keepsGrades(START.choice)]).toEqual([true, false]);
});

it('it begins with the runs of the pool', () => {
  const question = { ...LABELS.question, pool_runs: ['rm3', 'bert', 'gone'] };
  const pooled = { ...OFFERED, labels: { ...LABELS, question } };
  expect(startState(pooled).runs).toEqual(['rm3', 'bert']);
});
