import { expect, it } from 'vitest';
import {
  describeCombination,
  describePolicy,
  describeShortly,
} from '@/shared/labels/describePolicy';

const POLICY = {
  aggregate: 'majority',
  threshold: 2,
  rounding: 'up',
  tie: 'fallback',
  min_assessors: 3,
  min_votes: 1,
  max_blank_share: 0.5,
  require_fallback_relevant: true,
  min_relevance: 1,
  fallback: { name: 'old-labels', content_hash: 'abc', min_relevance: 1 },
  only_topics_of: null,
};

it('what is no majority names itself', () => {
  const policy = { tie: 'unjudged', rounding: 'down', threshold: 3 };
  const found = (aggregate: string): string => describePolicy({ ...policy, aggregate });
  expect(found('mean')).toBe('mean of the votes, rounded down');
  expect(found('highest')).toBe('highest of the votes');
  expect(found('unanimous')).toBe('what all votes say, relevant from 3 up; ties left unjudged');
});

it('a majority names its threshold, its filters and who decides ties', () => {
  expect(describePolicy(POLICY)).toBe(
    'without assessors who left over 50% of a topic blank; topics with at least 3 assessors; ' +
      'majority of the votes, relevant from 2 up; ties by old-labels; ' +
      'topics where a passage relevant in old-labels stayed relevant',
  );
});

it('a median names its rounding and has no ties', () => {
  const median = {
    ...POLICY,
    aggregate: 'median',
    threshold: null,
    max_blank_share: null,
    require_fallback_relevant: false,
  };
  expect(describePolicy(median)).toBe(
    'topics with at least 3 assessors; median of the votes, rounded up',
  );
});

it.each([
  [[], ''],
  [[{ pseudonym: 'K7Q2M', name: 'glm' }], 'with the votes of glm (a model); '],
  [[{ name: 'glm' }, { name: 'gpt' }], 'with the votes of glm and gpt (models); '],
])('votes of models are named (%o)', (models, text) => {
  expect(describePolicy({ ...POLICY, models })).toBe(text + describePolicy(POLICY));
});

it('who votes is said where it is anybody but all people', () => {
  const policy = { aggregate: 'majority', tie: 'unjudged' };
  const found = (voters: object): string =>
    describePolicy({ ...policy, ...voters }).split('; ')[0] ?? '';
  expect(found({ kinds: ['human'], only: [], levels: [], without: [] })).toBe(
    'majority of the votes',
  );
  expect(found({ kinds: ['human', 'simulated'] })).toBe('votes of people and simulated assessors');
  expect(found({ only: ['K7Q2M'] })).toBe('the votes of K7Q2M alone');
  expect(found({ levels: ['advanced', 'native'] })).toBe(
    'people whose English is advanced or native',
  );
  expect(found({ without: ['A1B2C', { pseudonym: 'D3E4F', flags: ['pace'] }] })).toBe(
    'without the votes of A1B2C and D3E4F (flagged)',
  );
  expect(found({ min_agreement: 0.4 })).toBe(
    'assessors whose kappa with the others is 0.4 or more',
  );
});

it('what a set was combined of is named', () => {
  const parents = [{ name: 'new' }, { name: 'old' }];
  expect(describeCombination({ rule: 'precedence', parents })).toBe('precedence of new and old');
});

it('a setting that the page does not know is shown, not hidden', () => {
  expect(describePolicy({ aggregate: 'majority', tie: 'unjudged', weights: 'by-kappa' })).toBe(
    'majority of the votes; ties left unjudged; weights: by-kappa',
  );
});

it.each([
  ['ignore', ''],
  ['override', 'decisions of adjudicators in the place of votes; '],
  ['vote', 'decisions of adjudicators as one more vote; '],
  ['tie', 'ties by decisions of adjudicators first; '],
  ['oracle', 'decisions: oracle; '],
])('what decisions do is said (%s)', (decisions, text) => {
  const policy = { aggregate: 'majority', tie: 'unjudged' };
  expect(describePolicy({ ...policy, decisions })).toBe(text + describePolicy(policy));
});

it('gold pairs with the known grade are named, and no others', () => {
  const policy = { aggregate: 'majority', tie: 'unjudged' };
  expect(describePolicy({ ...policy, gold: 'none' })).toBe(describePolicy(policy));
  expect(describePolicy({ ...policy, gold: 'expert' })).toBe(
    `${describePolicy(policy)}; gold pairs by the known grade`,
  );
});

it('a few words distinguish a liberal set from a strict one, and say nothing of an imported one', () => {
  const derived = (threshold: number) => ({
    source: 'derived' as const,
    policy: { ...POLICY, threshold },
  });
  expect(describeShortly(derived(2))).toBe('majority of the votes, relevant from 2 up');
  expect(describeShortly(derived(4))).toBe('majority of the votes, relevant from 4 up');
  expect(describeShortly({ source: 'imported', policy: null })).toBe('');
  const parents = [{ name: 'old' }, { name: 'new' }];
  const combined = { source: 'combined' as const, policy: { rule: 'union', parents } };
  expect(describeShortly(combined)).toBe('union of old and new');
});
