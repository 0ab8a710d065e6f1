import { expect, it } from 'vitest';
import type { OwnRecord } from '@/api/types';
import { factsOf } from '@/features/judging/record/facts';

const HELD: OwnRecord = {
  username: 'alice',
  campaign: { id: 7, name: 'spruces', state: 'open' },
  membership: {
    pseudonym: 'otter',
    role: 'assessor',
    kind: 'human',
    english_level: '',
    quota: null,
    n_served: 5,
    n_attempts: 0,
    joined_at: '2030-01-01T12:00:00Z',
    consented_at: null,
    qualified_at: null,
    suspended_at: null,
    withdrawn_at: null,
  },
  consents: [],
  events: [],
  counts: { n_judgments: 6, n_live: 5, n_visits: 1, active_ms: 90_000, away_ms: 3_000 },
  pace: { n_timed: 5, n_too_fast: 2, too_fast_share: 0.4, is_flagged: true },
  check_pairs: null,
};

const said = (record: OwnRecord, name: RegExp): string | undefined =>
  factsOf(record).find((fact) => name.test(fact.name))?.text;

const gold = (nGold: number, nAsExpert: number): OwnRecord['check_pairs'] => ({
  n_gold: nGold,
  n_as_expert: nAsExpert,
  as_expert_share: null,
  is_flagged: false,
});

it.each([
  [null, 'told when the campaign is over'],
  [gold(0, 0), 'none came before you'],
  [gold(8, 3), '3 of 8'],
])('check pairs are told when the campaign is over: %#', (check_pairs, text) => {
  expect(said({ ...HELD, check_pairs }, /expert/)).toBe(text);
});

it('time and judgments are summed up', () => {
  expect(said(HELD, /^Judgments/)).toBe('5, in 6 versions');
  expect(said(HELD, /^Time/)).toBe('1.5 min active and 3.0 s away, in 1 visit');
  expect(said(HELD, /^Too fast/)).toBe('2 of 5 judgments');
});

it.each([
  [{}, /^yes$/],
  [{ suspended_at: '2030-02-01T12:00:00Z' }, /^not now: paused since /],
  [{ withdrawn_at: '2030-02-01T12:00:00Z' }, /^no more: you withdrew on /],
])('who paused or withdrew is told so: %#', (part, text) => {
  const record = { ...HELD, membership: { ...HELD.membership, ...part } };
  expect(said(record, /^You take part/)).toMatch(text);
});

it('nobody takes part once the campaign has ended', () => {
  const campaign = { ...HELD.campaign, state: 'closed' as const };
  expect(said({ ...HELD, campaign }, /^You take part/)).toBe('no more: the campaign has ended');
});
