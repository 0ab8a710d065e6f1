import { expect, it } from 'vitest';
import type { CampaignOverview } from '@/api/types';
import { nextSteps, stepQuestion, sumsOf, waitingFor } from '@/features/campaign/frame/stateTexts';

const MAY_GO_TO: Readonly<Record<CampaignOverview['state'], CampaignOverview['may_go_to']>> = {
  draft: ['open', 'closed'],
  pilot: ['open', 'paused'],
  open: ['paused', 'closed'],
  paused: ['open', 'closed'],
  closed: ['archived'],
  archived: [],
};

const PAIRS = { regular: 4, pilot: 0, for_all: 0, gold: 0, qualification: 0 };

const campaign = (state: CampaignOverview['state'], part: Partial<CampaignOverview> = {}) =>
  ({
    id: 7,
    name: 'trees',
    state,
    may_go_to: MAY_GO_TO[state],
    pairs: PAIRS,
    n_further: 0,
    n_votes: 0,
    n_wanted: 12,
    n_left: 12,
    n_set_aside: 0,
    n_waiting_for_adjudication: 0,
    n_label_sets: 0,
    ...part,
  }) as CampaignOverview;

it.each([
  ['draft', ['Open']],
  ['pilot', ['Open', 'Pause']],
  ['open', ['Pause', 'End the campaign']],
  ['paused', ['Resume', 'End the campaign']],
  ['closed', ['Archive']],
  ['archived', []],
] as const)('a campaign that is %s offers what most likely comes next first', (state, verbs) => {
  expect(nextSteps(campaign(state), true).map(({ verb }) => verb)).toEqual(verbs);
});

it('a pilot is offered once it has pairs, and a draft ends only if it was judged elsewhere', () => {
  const verbs = (part: Partial<CampaignOverview>) =>
    nextSteps(campaign('draft', part), false).map(({ verb }) => verb);
  expect(verbs({ may_go_to: ['pilot', 'open', 'closed'] })).toEqual(['Start the pilot', 'Open']);
  expect(verbs({ n_votes: 12 })).toEqual(['Open', 'End the campaign']);
});

it('the rest opens once the pilot’s answers are in', () => {
  const mains = (isPiloted: boolean) =>
    nextSteps(campaign('pilot'), isPiloted).flatMap(({ verb, isMain }) => (isMain ? [verb] : []));
  expect([mains(false), mains(true)]).toEqual([[], ['Open']]);
});

it.each([
  ['pilot', 'Start the pilot', 'Start the pilot of trees?'],
  ['closed', 'End the campaign', 'End trees?'],
  ['open', 'Open', 'Open trees?'],
] as const)('the dialog of %s asks in one sentence', (state, verb, asked) => {
  expect(stepQuestion({ state, verb, isMain: true }, 'trees')).toBe(asked);
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
  expect(said(7)).toBe('7 of 12 judgments to go.');
  expect(said(7, 2)).toBe('7 of 12 judgments to go. 1 pair is set aside.');
  expect(said(0, 2)).toContain('1 pair is set aside. End it');
  expect(said(0)).toBe('All judgments are in: end the campaign and derive labels.');
  expect(waitingFor(campaign('open', { n_wanted: null }))).toBe('You judge in this campaign.');
  expect(waitingFor(campaign('closed'))).toContain('labels');
  const resting = { n_votes: 11, n_left: 0, n_set_aside: 1, n_waiting_for_adjudication: 1 };
  expect(waitingFor(campaign('paused', resting))).toBe(
    'Paused, with 0 of 12 judgments to go. 1 pair is set aside.',
  );
});

it('no end is in sight while pairs are chosen', () => {
  const said = (state: 'open' | 'paused') =>
    waitingFor(campaign(state, { n_votes: 12, n_left: 0, n_topics_choosing: 3 }));
  expect(said('open')).toBe('12 judgments so far. More pairs are chosen in 3 topics.');
  expect(said('paused')).toBe('Paused, with 12 judgments so far.');
});

it('the numbers of pairs and of judgments add up in one line', () => {
  expect(sumsOf(campaign('open'))).toBe('4 pairs');
  expect(sumsOf(campaign('open', { pairs: null, n_wanted: null, n_further: null }))).toBe('');
  const pairs = { regular: 17, pilot: 5, for_all: 2, gold: 6, qualification: 0 };
  expect(sumsOf(campaign('open', { pairs, n_wanted: 44, n_further: 10 }))).toBe(
    '30 pairs = 17 regular + 5 pilot + 2 for everyone + 6 gold · 44 judgments wanted = 34 + 10 further',
  );
});
