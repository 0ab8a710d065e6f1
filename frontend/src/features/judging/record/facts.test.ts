import { expect, it } from 'vitest';
import type { OwnRecord } from '@/api/types';
import { factsOf } from '@/features/judging/record/facts';

const RECORD: OwnRecord = {
  username: 'alice',
  email: '',
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
  gold_pairs: null,
  messages: [],
  decisions: [],
};

const said = (record: OwnRecord, name: RegExp): string | undefined =>
  factsOf(record).find((fact) => name.test(fact.name))?.text;

const gold = (nGold: number, nAsExpert: number): OwnRecord['gold_pairs'] => ({
  n_gold: nGold,
  n_as_expert: nAsExpert,
  as_expert_share: null,
  is_flagged: false,
});

it.each([
  [null, 'shown when the campaign has ended'],
  [gold(0, 0), 'none were shown to you'],
  [gold(8, 3), '3 of 8'],
])('gold pairs show when the campaign has ended: %#', (gold_pairs, text) => {
  expect(said({ ...RECORD, gold_pairs }, /^Gold/)).toBe(text);
});

it('time and judgments are summed up', () => {
  expect(said(RECORD, /^Judgments/)).toBe('5, in 6 versions');
  expect(said(RECORD, /^Time/)).toBe('1.5 min active and 3.0 s away, in 1 visit');
  expect(said(RECORD, /^Too fast/)).toBe('2 of 5 judgments');
});

it.each([
  [{}, /^taking part$/],
  [{ suspended_at: '2030-02-01T12:00:00Z' }, /^paused since /],
  [{ withdrawn_at: '2030-02-01T12:00:00Z' }, /^withdrawn on /],
])('the status says who paused or withdrew: %#', (part, text) => {
  const record = { ...RECORD, membership: { ...RECORD.membership, ...part } };
  expect(said(record, /^Status/)).toMatch(text);
});

it('nobody takes part once the campaign has ended', () => {
  const campaign = { ...RECORD.campaign, state: 'closed' as const };
  expect(said({ ...RECORD, campaign }, /^Status/)).toBe('the campaign has ended');
});
