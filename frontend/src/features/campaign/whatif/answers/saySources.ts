import type { Sources } from '@/api/types';
import { counted, formatCount, formatScore } from '@/shared/format/numbers';

/** An interval as wide as the lead leaves 0 out about every other time. */
const HALF = 'at this lead in about half of such studies';

/** How many topics the lead needs with the votes that each pair has. */
function sayNeeded({ needed, n_people: people, n_topics: topics }: Sources): string {
  const now = needed.find(({ n_people: n }) => n === people)?.n_topics ?? null;
  const votes = `${counted(people, 'vote')} a pair`;
  if (now === null)
    return `With ${votes}, no number of topics would leave 0 out of the interval at this lead.`;
  const there = now > topics ? `; there are ${formatCount(topics)}` : '';
  return `With ${votes}, ${counted(now, 'topic')} would leave 0 out of the interval ${HALF}${there}.`;
}

/** What twice the topics and twice the votes would each make of the interval. */
function sayBought({ plan, ...sources }: Sources): string {
  const { n_topics: topics, n_people: people, half_width: now } = sources;
  const widthAt = (nTopics: number, nPeople: number): number | null =>
    plan.find((row) => row.n_topics === nTopics && row.n_people === nPeople)?.half_width ?? null;
  const [byTopics, byVotes] = [widthAt(2 * topics, people), widthAt(topics, 2 * people)];
  if (byTopics === null || byVotes === null) return '';
  const buy = byTopics < byVotes ? 'More topics would help most' : 'More votes would help most';
  const widths = `±${formatScore(byTopics)} with twice the topics, ±${formatScore(byVotes)} with twice the votes`;
  return `${buy}: over single votes the interval is ±${formatScore(now)}; ${widths}.`;
}

/** What to buy. */
export const saySources = (sources: Sources): string =>
  [sayBought(sources), sayNeeded(sources)].filter((one) => one !== '').join(' ');
