import { expect, it } from 'vitest';
import type { CampaignOverview, Member } from '@/api/types';
import { actsOn, describeAct, quotaMeans } from '@/features/campaign/people/memberStatus';

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
  n_decisions: 0,
  last_active_at: null,
  pace: { n_timed: 0, n_too_fast: 0, too_fast_share: null, is_flagged: false },
  gold: null,
});

it('about a member only what would mean something is offered', () => {
  const open = { state: 'open' } as CampaignOverview;
  expect(actsOn(open, member())).toEqual(['quota', 'pause', 'keep', 'drop']);
  expect(actsOn(open, member({}, 0))).toEqual(['quota', 'pause', 'keep']);
  expect(actsOn(open, member({ suspended_at: '2030-01-01' }))).toContain('resume');
  expect(actsOn(open, member({ withdrawn_at: '2030-01-01' }))).toEqual(['resume', 'drop']);
  expect(actsOn(open, member({ role: 'adjudicator' }, 0))).toEqual(['pause', 'keep']);
  const decider = { ...member({ role: 'adjudicator' }, 0), n_decisions: 2 };
  expect(actsOn(open, decider)).toEqual(['pause', 'keep', 'drop']);
  expect(describeAct('drop', decider).hint).toContain('goes to others: 2 decisions.');
  expect(actsOn({ state: 'closed' } as CampaignOverview, member())).toEqual(['keep', 'drop']);
});

it('a quota says what it would mean', () => {
  expect(quotaMeans(10, member(), null)).toBe('They have judged 3; 7 more to go.');
  expect(quotaMeans(3, member(), null)).toContain('get no more pairs');
  expect(quotaMeans(null, member(), 20)).toContain('The campaign’s quota of 20 holds.');
  expect(quotaMeans(null, member(), null)).toContain('any number of pairs');
});
