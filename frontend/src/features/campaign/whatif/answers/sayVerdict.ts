import type { Look, Turned } from '@/api/types';
import type { Focus, Lead } from '@/features/campaign/whatif/state/focus';
import { directionOf } from '@/shared/evaluation/direction';
import {
  counted,
  formatCount,
  formatDifference,
  formatInterval,
  formatP,
  formatScore,
} from '@/shared/format/numbers';

type MeansTurned = Turned['means'];
type Facts = Pick<Look, 'measure' | 'lower_is_better' | 'n_topics' | 'alpha' | 'pairs'>;

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

const correctedOver = (n: number): string =>
  n === 1 ? '' : `, corrected after Holm over ${counted(n, 'pair')} of runs`;

function testOf({ p }: Lead, { alpha, pairs }: Facts): string {
  if (p === null) return 'One topic allows no test.';
  const verdict = p < alpha ? 'is significant' : 'is not significant';
  return `The difference ${verdict} (${formatP(p)}${correctedOver(pairs.length)}).`;
}

/** Who leads whom, and by how much. */
export function sayLead(focus: Focus, lead: Lead, facts: Facts): string {
  const { measure, n_topics: nTopics, lower_is_better: isRank } = facts;
  const over = `in ${measure} over ${counted(nTopics, 'topic')}`;
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

const ofLabels = (n: number, all: number): string =>
  `${formatCount(n)} of ${counted(all, 'label')}`;

/** How many labels would turn the order of the means. */
export function sayTurned({ at_least: least, at_most: most, ...rest }: MeansTurned): string {
  const { n_labels: all, is_exact: isExact } = rest;
  if (least === null) return `No change of ${counted(all, 'label')} would turn the order.`;
  if (most === null)
    return `At least ${ofLabels(least, all)} must change to turn the order; no changes that do were found.`;
  if (isExact) return `Changing ${ofLabels(most, all)} would turn the order of the means (exact).`;
  return `Changing ${ofLabels(most, all)} would turn the order of the means; at least ${formatCount(least)} must change.`;
}

/** What a test of the two runs alone finds, and how many labels would change that. */
export function sayVerdictTurned(verdict: Turned['verdict']): string {
  if (verdict === null) return '';
  const { at_most: most, was_significant: was, p } = verdict;
  const found = `A t-test of these two alone finds ${was ? 'a' : 'no'} difference (${formatP(p)})`;
  if (most === null) return `${found}; the search found no labels that would change this.`;
  return `${found}; changing ${counted(most, 'label')}, at most, would ${was ? 'end that' : 'make it find one'}.`;
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
    [against.n_reversed, 'turned round'],
  ].map(([n, fate]) => `${n} ${fate}`);
  return `${order} Significant differences: ${fates.join(', ')}.`;
}
