import { describe, expect, it } from 'vitest';
import {
  derivationOf,
  midpoint,
  missing,
  START,
  startOf,
  suggestName,
  takesMinRelevance,
} from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';

const DEFAULTS = {
  tie: 'unjudged',
  decisions: 'ignore',
  gold: 'expert',
  rounding: 'up',
  min_assessors: 1,
  min_votes: 1,
  require_fallback_relevant: false,
};

const request = (part: Partial<Choice>) => derivationOf({ ...START, ...part });

describe('derivationOf', () => {
  it('asks for a majority of grades at first', () => {
    expect(request({})).toEqual({ ...DEFAULTS, aggregate: 'majority' });
  });

  it('says all that was chosen', () => {
    expect(
      request({
        threshold: 2,
        tie: 'fallback',
        fallback: 'old',
        minAssessors: 2,
        minVotes: 3,
        maxBlank: 29,
        requiresFallback: true,
        onlyTopicsOf: 'dl20',
        models: ['K7Q2M'],
        countsSimulated: true,
        leastLevel: 'advanced',
        minAgreement: 0,
        withoutFlags: ['pace'],
        without: ['A1B2C', 'D3E4F'],
      }),
    ).toEqual({
      ...DEFAULTS,
      aggregate: 'majority',
      threshold: 2,
      tie: 'fallback',
      fallback: 'old',
      min_assessors: 2,
      min_votes: 3,
      max_blank_share: 0.29,
      require_fallback_relevant: true,
      only_topics_of: 'dl20',
      kinds: ['human', 'simulated'],
      models: ['K7Q2M'],
      levels: ['advanced', 'native'],
      min_agreement: 0,
      without_flags: ['pace'],
      without: ['A1B2C', 'D3E4F'],
    });
  });

  it.each<[string, Partial<Choice>, object]>([
    ['a threshold under a median', { aggregate: 'median', threshold: 2 }, { aggregate: 'median' }],
    [
      'a decision on ties under a median',
      { aggregate: 'median', decisions: 'tie' },
      { aggregate: 'median' },
    ],
    [
      'rounding of the highest',
      { aggregate: 'highest', tie: 'median', rounding: 'down' },
      { aggregate: 'highest' },
    ],
    ['a tie under a median', { aggregate: 'median', tie: 'highest' }, { aggregate: 'median' }],
    ['labels that decide nothing', { fallback: 'old' }, {}],
    ['rounding of a majority', { rounding: 'down' }, {}],
    ['a fallback for whole grades', { tie: 'fallback', fallback: 'old' }, {}],
    ['a least grade beside a threshold', { threshold: 2, minRelevance: 3 }, { threshold: 2 }],
  ])('leaves out %s', (_, part, fields) => {
    expect(request(part)).toEqual({ ...DEFAULTS, aggregate: 'majority', ...fields });
  });

  it.each<[Partial<Choice>, object]>([
    [
      { aggregate: 'median', rounding: 'down' },
      { aggregate: 'median', rounding: 'down' },
    ],
    [
      { tie: 'median', rounding: 'half-even' },
      { tie: 'median', rounding: 'half-even' },
    ],
    [
      { aggregate: 'median', minRelevance: 3 },
      { aggregate: 'median', min_relevance: 3 },
    ],
    [{ minRelevance: 3 }, { min_relevance: 3 }],
    [{ maxBlank: 0 }, { max_blank_share: 0 }],
    [{ decisions: 'vote' }, { decisions: 'vote' }],
    [{ decisions: 'tie' }, { decisions: 'tie' }],
  ])('keeps what matters (%o)', (part, fields) => {
    expect(request(part)).toEqual({ ...DEFAULTS, aggregate: 'majority', ...fields });
  });
});

it('offers no lowest grade where topics are filtered by other labels', () => {
  expect(takesMinRelevance({ ...START, requiresFallback: true })).toBe(false);
  expect(takesMinRelevance({ ...START, aggregate: 'median', requiresFallback: true })).toBe(true);
});

it.each<[Partial<Choice>, boolean]>([
  [{}, false],
  [{ threshold: 1, tie: 'fallback' }, true],
  [{ threshold: 1, tie: 'fallback', fallback: 'old' }, false],
  [{ tie: 'fallback' }, false],
  [{ aggregate: 'median', requiresFallback: true }, true],
])('labels that are to decide are asked for (%o)', (part, isMissing) => {
  expect(missing({ ...START, ...part }) !== '').toBe(isMissing);
});

it.each([
  [[0, 1], 1],
  [[0, 1, 2, 3], 2],
  [[1, 2, 3, 4, 5], 3],
])('the midpoint of %o is %i', (scale, middle) => {
  expect(midpoint(scale)).toBe(middle);
});

describe('suggestName', () => {
  it.each<[Partial<Choice>, string]>([
    [{}, 'trees-majority'],
    [{ threshold: 2 }, 'trees-majority-from-2'],
    [{ aggregate: 'median', threshold: 2 }, 'trees-median'],
    [{ aggregate: 'median', rounding: 'down' }, 'trees-median-down'],
    [{ decisions: 'override' }, 'trees-majority-decided'],
    [{ aggregate: 'median', decisions: 'tie' }, 'trees-median'],
    [{ aggregate: 'unanimous', threshold: 2 }, 'trees-unanimous-from-2'],
    [{ aggregate: 'lowest', threshold: 2, rounding: 'down' }, 'trees-lowest'],
    [{ aggregate: 'mean', rounding: 'half-even' }, 'trees-mean-half-even'],
  ])('says how the labels came about (%o)', (part, name) => {
    expect(suggestName('trees', { ...START, ...part }, [])).toBe(name);
  });

  it('takes none that is taken', () => {
    expect(suggestName('trees', START, ['trees-majority', 'trees-majority-2'])).toBe(
      'trees-majority-3',
    );
  });
});

it('decisions matter at first where there are some', () => {
  const assessors = [{ kind: 'human' }, { kind: 'simulated' }];
  expect(startOf({ n_decisions: 0, n_expert_grades: 6, assessors })).toEqual(START);
  expect(derivationOf(startOf({ n_decisions: 3, n_expert_grades: 6, assessors }))).toEqual({
    ...request({}),
    decisions: 'override',
  });
});

it('where nobody but simulated assessors voted, they count', () => {
  const only = { n_decisions: 0, n_expert_grades: 0, assessors: [{ kind: 'simulated' }] };
  expect(derivationOf(startOf(only)).kinds).toEqual(['human', 'simulated']);
});
