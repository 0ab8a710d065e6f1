import { expect, it } from 'vitest';
import type { CampaignSummary, OwnPart } from '@/api/types';
import { outlookOf, formatOwnPart, whyNothingToJudge } from '@/features/campaign/list/ownPart';

const own = (part: Partial<OwnPart> = {}): OwnPart => ({
  n_judged: 1200,
  share: 5000,
  standing: 'at_work',
  ...part,
});

const campaign = (part: Partial<CampaignSummary> = {}): CampaignSummary => ({
  id: 1,
  name: 'spruces',
  state: 'open',
  judgments_per_pair: 3,
  is_assessor: true,
  may_adjudicate: false,
  may_organize: false,
  is_simulated: false,
  n_topics_choosing: 0,
  n_further: null,
  pairs: null,
  n_wanted: null,
  n_votes: null,
  n_left: null,
  n_set_aside: null,
  n_waiting_for_adjudication: null,
  own: own(),
  ...part,
});

it('says the own part of the share, or alone where there is none', () => {
  expect(formatOwnPart(own())).toBe('1,200 of your 5,000 judged');
  expect(formatOwnPart(own({ share: null }))).toBe('1,200 judged by you');
});

it.each([
  [campaign(), 'now'],
  [campaign({ state: 'paused' }), 'now'],
  [campaign({ state: 'draft' }), 'later'],
  [campaign({ state: 'closed' }), 'done'],
  [campaign({ own: null }), null],
  [campaign({ own: own({ standing: 'withdrawn' }) }), 'done'],
  [campaign({ own: own({ standing: 'done' }) }), 'done'],
])('only who is at work in a campaign that goes on has something to judge: %#', (one, outlook) => {
  expect(outlookOf(one)).toBe(outlook);
});

it('says why there is nothing to judge', () => {
  expect(whyNothingToJudge(campaign(), own({ standing: 'done' }))).toMatch(/^Your share is done/);
});

it.each(['closed', 'archived'] as const)(
  'says of a campaign that is %s that it has ended',
  (state) => {
    const reasons = (['at_work', 'done', 'paused', 'withdrawn'] as const).map((standing) =>
      whyNothingToJudge(campaign({ state }), own({ standing })),
    );
    expect(new Set(reasons)).toEqual(new Set(['The campaign has ended.']));
  },
);
