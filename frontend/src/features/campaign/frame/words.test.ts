import { expect, it } from 'vitest';
import type { CampaignOverview, Invitation, Member } from '@/api/types';
import { isLive, lifeOf } from '@/features/campaign/people/invitationWords';
import { actsOn, quotaMeans } from '@/features/campaign/people/memberWords';
import { nextSteps, waitingFor } from '@/features/campaign/frame/stateWords';

const MAY_GO_TO: Readonly<Record<CampaignOverview['state'], CampaignOverview['may_go_to']>> = {
  draft: ['pilot', 'open', 'closed'],
  pilot: ['open', 'paused'],
  open: ['paused', 'closed'],
  paused: ['pilot', 'open', 'closed'],
  closed: ['archived'],
  archived: [],
};

const campaign = (state: CampaignOverview['state'], part: Partial<CampaignOverview> = {}) =>
  ({
    id: 7,
    name: 'trees',
    state,
    may_go_to: MAY_GO_TO[state],
    n_pilot_pairs: 0,
    n_votes: 0,
    n_wanted: 12,
    n_left: 12,
    n_set_aside: 0,
    n_waiting_for_adjudication: 0,
    n_label_sets: 0,
    ...part,
  }) as CampaignOverview;

const member = (part: Partial<Member['membership']> = {}, nJudged = 3): Member => ({
  membership: {
    id: 31,
    pseudonym: 'otter',
    role: 'assessor',
    kind: 'human',
    english_level: '',
    quota: null,
    n_served: 0,
    n_attempts: 0,
    joined_at: '2030-01-01T00:00:00Z',
    consented_at: null,
    qualified_at: null,
    suspended_at: null,
    withdrawn_at: null,
    ...part,
  },
  n_judged: nJudged,
  n_not_judged: 0,
  last_active_at: null,
  pace: { n_timed: 0, n_too_fast: 0, too_fast_share: null, is_flagged: false },
  gold: null,
});

const invitation = (part: Partial<Invitation> = {}): Invitation => ({
  id: 1,
  role: 'assessor',
  max_uses: 2,
  n_uses: 1,
  expires_at: '2030-02-01T00:00:00Z',
  revoked_at: null,
  created_at: '2030-01-01T00:00:00Z',
  created_by: 'carol',
  ...part,
});
const NOW = new Date('2030-01-15T00:00:00Z').getTime();

it.each([
  ['draft', ['Open']],
  ['pilot', ['Open', 'Pause']],
  ['open', ['Pause', 'End the campaign']],
  ['paused', ['Resume', 'End the campaign']],
  ['closed', ['Archive']],
  ['archived', []],
] as const)('a campaign that is %s offers what most likely comes next first', (state, verbs) => {
  expect(nextSteps(campaign(state)).map(({ verb }) => verb)).toEqual(verbs);
});

it('a pilot is offered once it has pairs, and a draft ends only if it was judged elsewhere', () => {
  const verbs = (part: Partial<CampaignOverview>) =>
    nextSteps(campaign('draft', part)).map(({ verb }) => verb);
  expect(verbs({ n_pilot_pairs: 4 })).toEqual(['Open', 'Start the pilot']);
  expect(verbs({ n_votes: 12 })).toEqual(['Open', 'End the campaign']);
});

it('a running campaign says what it waits for', () => {
  const said = (nLeft: number, nAside = 0) =>
    waitingFor(
      campaign('open', {
        n_votes: 12 - nLeft - nAside,
        n_left: nLeft,
        n_set_aside: nAside,
        n_waiting_for_adjudication: Math.min(nAside, 1),
      }),
    );
  expect(said(7)).toBe('Waiting for 7 of 12 judgments.');
  expect(said(7, 2)).toBe('Waiting for 7 of 12 judgments. 1 pair is set aside.');
  expect(said(0, 2)).toContain('1 pair is set aside. End it');
  expect(said(0)).toBe('Every pair has its judgments: end it, and derive labels.');
  expect(waitingFor(campaign('open', { n_wanted: null }))).toBe('You judge here yourself.');
  expect(waitingFor(campaign('closed'))).toContain('labels');
  const resting = { n_votes: 11, n_left: 0, n_set_aside: 1, n_waiting_for_adjudication: 1 };
  expect(waitingFor(campaign('paused', resting))).toBe(
    'Rests, with 0 of 12 judgments still to come. 1 pair is set aside.',
  );
});

it('about a member only what would mean something is offered', () => {
  const open = campaign('open');
  expect(actsOn(open, member())).toEqual(['quota', 'pause', 'keep', 'drop']);
  expect(actsOn(open, member({}, 0))).toEqual(['quota', 'pause', 'keep']);
  expect(actsOn(open, member({ suspended_at: '2030-01-01' }))).toContain('resume');
  expect(actsOn(open, member({ withdrawn_at: '2030-01-01' }))).toEqual(['resume', 'drop']);
  expect(actsOn(open, member({ role: 'adjudicator' }, 0))).toEqual(['pause', 'keep']);
  expect(actsOn(campaign('closed'), member())).toEqual(['keep', 'drop']);
});

it('a quota says what it would mean', () => {
  expect(quotaMeans(10, member(), null)).toBe('They have judged 3; 7 more to go.');
  expect(quotaMeans(3, member(), null)).toContain('handed nothing more');
  expect(quotaMeans(null, member(), 20)).toContain('The campaign’s quota of 20 holds.');
  expect(quotaMeans(null, member(), null)).toContain('as much as there is');
});

it('a link is good until it is taken back, over or used up', () => {
  expect(isLive(invitation(), NOW)).toBe(true);
  expect(isLive(invitation({ n_uses: 2 }), NOW)).toBe(false);
  expect(isLive(invitation({ revoked_at: '2030-01-10T00:00:00Z' }), NOW)).toBe(false);
  expect(isLive(invitation({ expires_at: '2030-01-14T00:00:00Z' }), NOW)).toBe(false);
  expect(lifeOf(invitation({ n_uses: 2 }), NOW)).toBe('used up');
});
