import { expect, it } from 'vitest';
import type { PolicyCost, ServingPolicy } from '@/api/types';
import {
  changeRows,
  costRows,
  describeDisputes,
  fieldsOf,
} from '@/features/campaign/settings/policy';

const POLICY = {
  unit: 'topics',
  order: 'random',
  sets_offered: 1,
  topics_per_set: 1,
  new_topic_share: 0.5,
  gold_every: null,
  repeat_every: 20,
  rotates: false,
  extra_judgments: 0,
} as ServingPolicy;

it('each change of a policy is a row with its old and new value, and no other setting is', () => {
  const before = fieldsOf(POLICY);
  expect(changeRows(before, before)).toEqual([]);
  const after = { ...before, gold_every: 8, repeat_every: null, extra_judgments: 2 };
  expect(changeRows(before, after)).toEqual([
    { setting: 'Gold pair', before: 'never', after: 'every 8 pairs' },
    { setting: 'Repeat of an earlier pair', before: 'every 20 pairs', after: 'never' },
    {
      setting: 'Further judgments where grades disagree',
      before: 'none',
      after: 'at most 2 a pair',
    },
  ]);
});

const COST: PolicyCost = {
  n_finished: 15,
  n_disputed: 6,
  n_now: 0,
  n_least: 4,
  n_most: 12,
  hours_now: null,
  hours_least: null,
  hours_most: null,
  n_open: 6,
  special: { n_left: 34, n_gold: 5, n_repeats: 0 },
};

it('the cost names what is open, gold pairs, repeats and further judgments', () => {
  const changes = { gold_every: 8, repeat_every: 9, extra_judgments: 2 };
  expect(costRows(COST, changes).map(({ now, atMost }) => [now, atMost])).toEqual([
    ['34', '34'],
    ['0', 'up to 5'],
    ['0', '0'],
    ['0', '4 to 12'],
  ]);
  const named = costRows(COST, { gold_every: 8 }).map(({ judgments }) => judgments);
  expect(named).toEqual(['to go', 'of gold pairs']);
  expect(describeDisputes(COST)).toBe(
    'Grades disagree on 6 of 15 pairs with all judgments. 6 further judgments already asked for.',
  );
  expect(describeDisputes({ ...COST, n_finished: 0 })).toMatch(/^No pair has all its judgments/);
});
