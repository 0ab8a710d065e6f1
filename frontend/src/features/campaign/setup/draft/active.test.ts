import { expect, it } from 'vitest';
import type { DesignChoices } from '@/api/types';
import {
  activeTrouble,
  FIRST_ACTIVE,
  mostPairs,
  parseStrata,
} from '@/features/campaign/setup/draft/active';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import { activeRequestOf } from '@/features/campaign/setup/draft/request';
import type { KnownPair } from '@/features/campaign/setup/draft/types';

const strategy = (key: string, needsRuns: boolean) => ({
  ...{ key, name: key.toUpperCase(), sentence: '' },
  ...{ needs_runs: needsRuns, learns: !needsRuns, draws: key === 'autostop' },
});
const rule = (key: string, needs: 'control' | 'probabilities' | 'draws' | '') => ({
  ...{ key, name: key, promise: '', source: '' },
  ...{ needs_control: needs === 'control', needs_probabilities: needs === 'probabilities' },
  needs_draws: needs === 'draws',
});
const CHOICES: DesignChoices = {
  strategies: [
    ...[strategy('cal', false), strategy('autostop', false)],
    ...[strategy('mtf', true), strategy('strata', true)],
  ],
  learners: [],
  with_probabilities: ['logistic'],
  with_vectors: ['bert-dot'],
  rules: [
    ...[rule('knee', ''), rule('qbcb', 'control'), rule('quant', 'probabilities')],
    rule('autostop_loose', 'draws'),
  ],
};
const ACTIVE = { ...EMPTY, way: 'active' as const, active: FIRST_ACTIVE };
const troubleOf = (part: Partial<typeof FIRST_ACTIVE>, runs: string[] = []) =>
  activeTrouble({ runs, active: { ...FIRST_ACTIVE, ...part } }, CHOICES);

it.each([
  [
    '10:1, 50:0.3',
    [
      { last: 10, share: 1 },
      { last: 50, share: 0.3 },
    ],
  ],
  [' 5 : .5 ', [{ last: 5, share: 0.5 }]],
  ['', null],
  ['10', null],
  ['50:1,10:1', null],
  ['10:1.5', null],
  ['10:0', null],
  ['10:1,', null],
])('strata are ranks that go down, each with a share: %s', (text, strata) => {
  expect(parseStrata(text)).toEqual(strata);
});

it.each([
  [{}, [], null],
  [{ strategy: 'mtf' }, [], 'MTF: It chooses among'],
  [{ strategy: 'mtf' }, ['bm25'], null],
  [{ strategy: 'strata', strata: 'top' }, ['bm25'], 'Enter the last rank'],
  [{ rule: 'qbcb', control: 13 }, [], 'qbcb: It needs a control sample of 14 pairs'],
  [{ rule: 'qbcb', control: 14 }, [], null],
  [{ rule: 'qbcb', control: 58, target: 0.95 }, [], '95% recall, 59 of them'],
  [{ limit: 9, control: 9 }, [], 'The control sample fills the limit'],
  [{ rule: 'quant', learner: 'svm' }, [], 'quant: It needs probabilities'],
  [{ rule: 'quant', learner: 'logistic' }, [], null],
  [{ rule: 'quant', learner: 'logistic', strategy: 'mtf' }, ['bm25'], 'quant: It needs'],
  [{ rule: 'autostop_loose' }, [], 'autostop_loose: It needs draws'],
  [{ rule: 'autostop_loose', strategy: 'autostop' }, [], null],
])('a design says what it lacks (%o, %o)', (part, runs, trouble) => {
  const found = troubleOf(part, runs);
  if (trouble === null) expect(found).toBeNull();
  else expect(found).toContain(trouble);
});

it('no pair that was set apart for another pool is sent', () => {
  const pair = { query_id: 'q1', passage_id: 'd1', kind: 'gold', grade: 1 } as KnownPair;
  const draft = { ...ACTIVE, known: [pair], nOverlap: 5, collection: 't', topicSet: 'n' };
  const body = activeRequestOf(draft, 'forest', null);
  expect(body).not.toHaveProperty('n_overlap');
  expect([body.marks, body.policy?.gold_every]).toEqual([undefined, null]);
  expect(body).toMatchObject({ collection: 't', topics: 'n', active: { runs: [], limit: 100 } });
  expect(body.active).not.toHaveProperty('depth');
});

it('a least relevant grade that left the scale is not sent', () => {
  const grade = { value: 2, name: 'Yes', description: '', colour: '', requires_span: false };
  const asked = { ...ACTIVE, active: { ...FIRST_ACTIVE, relevantFrom: 2 } };
  const sent = (grades: (typeof grade)[]) =>
    activeRequestOf({ ...asked, grades }, 'forest', null).active.relevant_from;
  expect([sent([grade]), sent([])]).toEqual([2, undefined]);
});

it.each([
  [100, { nTopics: 4, nPairs: 390 }, 390],
  [100, { nTopics: 4, nPairs: null }, 400],
  [null, { nTopics: 4, nPairs: 390 }, 390],
  [null, { nTopics: 4, nPairs: null }, null],
])('pairs are at most as many as the limit allows, and as there are (%s, %o)', (limit, from, n) => {
  expect(mostPairs({ active: { ...FIRST_ACTIVE, limit } }, from)).toBe(n);
});
