import type { Look, Turned } from '@/api/types';
import type { Focus, Lead } from '@/features/campaign/whatif/state/focus';
import { measureTitle } from '@/features/campaign/whatif/state/measureTitle';
import { directionOf } from '@/shared/evaluation/direction';
import { sayFewest, sayNoTurn } from '@/shared/evaluation/fewest';
import {
  counted,
  formatCount,
  formatDifference,
  formatInterval,
  formatP,
  formatScore,
} from '@/shared/format/numbers';

type Facts = Pick<Look, 'measure' | 'lower_is_better' | 'n_topics' | 'alpha' | 'n_tests' | 'pairs'>;

/** The better of two runs first; null where their means are equal. */
export function leaderOf(
  { first, second }: Focus,
  difference: number,
  isLowerBetter: boolean,
): Focus | null {
  const direction = directionOf(difference, isLowerBetter);
  if (direction === 'equal') return null;
  return direction === 'better' ? { first, second } : { first: second, second: first };
}

/** A lead as the run ahead has it. */
const seenFrom = (lead: Lead, isTurned: boolean): Pick<Lead, 'difference' | 'interval'> => {
  const { difference, interval } = lead;
  if (!isTurned) return { difference, interval };
  const ends = interval && ([0 - interval[1], 0 - interval[0]] as const);
  return { difference: 0 - difference, interval: ends };
};

/** The same corrected for all pairs of runs; empty where there is but one. Equal runs are not tested. */
function sayCorrected({ p, pCorrected }: Lead, { alpha, n_tests: n, pairs }: Facts): string {
  if (n < 2 || p === null || pCorrected === null) return '';
  const over = n < pairs.length ? `${formatCount(n)} different tests of ` : '';
  const corrected = `corrected after Holm over ${over}${counted(pairs.length, 'pair')} of runs (${formatP(pCorrected)})`;
  if (p >= alpha) return `, nor ${corrected}`;
  return pCorrected < alpha ? `, also ${corrected}` : `, but not ${corrected}`;
}

function testOf(lead: Lead, facts: Facts): string {
  const { p } = lead;
  if (p === null) return 'One topic allows no test.';
  const verdict = p < facts.alpha ? 'is significant' : 'is not significant';
  return `The difference ${verdict} (${formatP(p)})${sayCorrected(lead, facts)}.`;
}

/** Who leads whom, and by how much. */
export function sayLead(focus: Focus, lead: Lead, facts: Facts): string {
  const { measure, n_topics: nTopics, lower_is_better: isRank } = facts;
  const title = measureTitle(measure);
  const over = `in ${title}${title === measure ? '' : ','} over ${counted(nTopics, 'topic')}`;
  const ahead = leaderOf(focus, lead.difference, isRank);
  if (ahead === null) return `${focus.first} and ${focus.second} are equal ${over}.`;
  const { difference, interval } = seenFrom(lead, ahead.first !== focus.first);
  const by = [formatDifference(difference, isRank), formatInterval(interval, isRank)];
  return `${ahead.first} leads ${ahead.second} by ${by.join(' ').trim()} ${over}.`;
}

/** The lead's test. */
export const sayTest = (lead: Lead, facts: Facts): string => testOf(lead, facts);

/** How often the run ahead stays so when assessors and topics are drawn again. */
export function sayStays(nAhead: number, nDraws: number, nPlanned: number): string {
  const of = nDraws < nPlanned ? `${nDraws} draws so far` : `${nDraws} draws`;
  return `It stays ahead in ${nAhead} of ${of} of assessors and topics.`;
}

/** Why there is no number of labels that would turn the order; empty where there is one. */
export function sayNoTurnOf({ first, second, leader, means }: Turned): string {
  if (leader === null) return `${first} and ${second} are equal: there is no order to turn.`;
  return sayNoTurn(means);
}

/** How many labels would turn the order of the means. */
export const sayTurned = (turned: Turned): string =>
  turned.leader === null ? sayNoTurnOf(turned) : sayFewest(turned.means);

/** What a test of the two runs alone finds, and how many labels would change that. */
export function sayVerdictTurned(verdict: Turned['verdict']): string {
  if (verdict === null) return '';
  const { at_most: most, was_significant: was } = verdict;
  const otherwise = was ? 'not significant' : 'significant';
  if (most === null) return `The search found no labels that would make it ${otherwise}.`;
  return `Changing ${counted(most, 'label')}, at most, would make it ${otherwise}.`;
}

/** The same two runs under the reference. */
export function sayReference(focus: Focus, lead: Lead, look: Look): string {
  const { against, lower_is_better: isRank } = look;
  if (against === null || lead.referenceDifference === null) return '';
  const difference = lead.referenceDifference;
  const under = `Under ${against.label_set}`;
  const ahead = leaderOf(focus, difference, isRank);
  if (ahead === null) return `${under}, ${focus.first} and ${focus.second} are equal.`;
  const by = formatDifference(ahead.first === focus.first ? difference : 0 - difference, isRank);
  const p = lead.referenceP === null ? '' : ` (${formatP(lead.referenceP)})`;
  const topics = counted(against.n_topics, 'topic');
  return `${under}, ${ahead.first} leads ${ahead.second} by ${by}${p} over ${topics}.`;
}

/** What the order keeps of the reference’s. */
export function sayKept({ against, runs }: Look): string {
  if (against === null) return '';
  const { tau, n_swapped: nSwapped } = against;
  const taus =
    tau === null ? 'Kendall’s tau is not defined' : `Kendall’s tau is ${formatScore(tau)}`;
  const order = `Over ${counted(runs.length, 'run')} ${taus}; ${counted(nSwapped, 'pair')} of runs ${nSwapped === 1 ? 'changes' : 'change'} order.`;
  const fates = [
    [against.n_kept, 'kept'],
    [against.n_appeared, 'new'],
    [against.n_vanished, 'gone'],
    [against.n_reversed, 'reversed'],
  ].map(([n, fate]) => `${n} ${fate}`);
  return `${order} Significant differences: ${fates.join(', ')}.`;
}
