import type { ActivePool, ActiveTopic, StoppingRule } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';

const ENDED: Readonly<Record<string, string>> = {
  nothing_left: 'ended: nothing is left to choose',
  limit: 'ended: as many pairs as allowed',
  rule: 'ended by the stopping rule',
  stopped: 'ended by an organizer',
  failed: 'ended: no pairs can be chosen',
};

type State = Pick<ActiveTopic, 'ended_at' | 'ended_because' | 'is_due' | 'n_waiting' | 'n_judged'>;

/** What goes on in a topic, or why nothing does any more. */
export function sayState(topic: State): string {
  if (topic.ended_at !== null) return ENDED[topic.ended_because] ?? 'ended';
  if (topic.is_due) return 'choosing';
  if (topic.n_waiting > 0 || topic.n_judged > 0) return 'judging';
  return 'not begun';
}

const VALUE = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const WHOLE_FROM = 100;

/** A number of a rule, which may be a count, a share or a ratio. */
export const formatValue = (value: number): string =>
  Math.abs(value) < WHOLE_FROM ? VALUE.format(value) : formatCount(Math.round(value));

type Says = Pick<StoppingRule, 'lacks' | 'at' | 'value' | 'bound' | 'stops_below'>;

/** Whether a rule would have stopped, or how far it is from that. */
export function sayRule({ lacks, at, value, bound, stops_below: isBelow }: Says): string {
  if (lacks !== '') return lacks;
  if (at !== null) return `Would have stopped after ${formatCount(at)} judged.`;
  if (value === null || bound === null) return 'Not yet.';
  const now = formatValue(value);
  return `Not yet: ${now} now, stops at ${formatValue(bound)}${isBelow ? ' or below' : ''}.`;
}

type Estimate = Pick<StoppingRule, 'estimate' | 'error'>;

/** "Estimates 12 relevant passages, ± 3"; empty of rules that estimate nothing. */
export function sayEstimate({ estimate, error }: Estimate): string {
  if (estimate === null) return '';
  if (estimate === 0) return 'Estimates nothing before a relevant passage is drawn.';
  const margin = error === null ? '' : `, ± ${formatValue(error)}`;
  return `Estimates ${formatValue(estimate)} relevant passages${margin}.`;
}

type Control = Readonly<{
  n_control: number;
  n_control_judged: number;
  n_control_relevant: number;
}>;

/** How far the control sample is; empty where there is none. */
export function sayControl(control: Control): string {
  const { n_control: n, n_control_judged: nJudged, n_control_relevant: nRelevant } = control;
  if (n === 0) return '';
  return `Control sample: ${formatCount(nJudged)} of ${counted(n, 'pair')} judged, ${formatCount(nRelevant)} relevant. Of these the curve shows only passages that were chosen by the strategy too.`;
}

/** How pairs are chosen, in one line. */
export function sayPool(pool: ActivePool): string {
  const { runs, depth, learner_sentence: learner, limit, n_control: nControl, target } = pool;
  const { rule_name: rule } = pool;
  const from =
    runs.length === 0
      ? 'from the whole collection'
      : `from the first ${formatCount(depth ?? 0)} of ${runs.join(', ')}`;
  return [
    pool.strategy_name,
    ...(learner === '' ? [] : [learner]),
    from,
    `relevant from grade ${pool.relevant_from}`,
    limit === null ? 'no limit' : `at most ${counted(limit, 'pair')} a topic`,
    ...(nControl === 0 ? [] : [`a control sample of ${formatCount(nControl)} in each topic`]),
    ...(rule === '' ? [] : [`ended by ${rule}`, `recall to reach ${Math.round(100 * target)}%`]),
  ].join(' · ');
}

/** Those of the chosen topics that can be ended, and those that can go on. */
export function changeable(topics: readonly ActiveTopic[], chosen: ReadonlySet<string>) {
  const of = topics.filter(({ query_id: id }) => chosen.has(id));
  const idsOf = (hasEnded: boolean): string[] =>
    of.filter((one) => (one.ended_at !== null) === hasEnded).map(({ query_id: id }) => id);
  return { going: idsOf(false), ended: idsOf(true) };
}
