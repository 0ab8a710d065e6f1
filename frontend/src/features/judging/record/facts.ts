import type { OwnRecord } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';
import { PACE_MEANING } from '@/shared/judging/paceTexts';
import { isOver } from '@/shared/judging/stateNames';
import { formatDay, formatSeconds } from '@/shared/format/time';

export type Fact = Readonly<{
  name: string;
  text: string;
  /** What that means. */
  meaning?: string;
}>;

const on = (iso: string | null): string => (iso === null ? 'not yet' : formatDay(iso));

function formatGold({ gold_pairs: gold }: OwnRecord): string {
  if (gold === null) return 'shown when the campaign has ended';
  if (gold.n_gold === 0) return 'none were shown to you';
  return `${formatCount(gold.n_as_expert)} of ${formatCount(gold.n_gold)}`;
}

function participation({ campaign, membership }: OwnRecord): string {
  const { suspended_at: paused, withdrawn_at: withdrawn } = membership;
  if (withdrawn !== null) return `withdrawn on ${formatDay(withdrawn)}`;
  if (isOver(campaign.state)) return 'the campaign has ended';
  return paused === null ? 'taking part' : `paused since ${formatDay(paused)}`;
}

/** What few have: the download has every word of it. */
const furtherFacts = ({ decisions }: OwnRecord): Fact[] =>
  decisions.length > 0 ? [{ name: 'Decisions on pairs', text: formatCount(decisions.length) }] : [];

/** The data about an assessor, a line each. */
export function factsOf(record: OwnRecord): Fact[] {
  const { membership, counts, pace } = record;
  return [
    { name: 'Account', text: record.username },
    ...(record.email === '' ? [] : [{ name: 'E-mail address', text: record.email }]),
    { name: 'Pseudonym', text: `${membership.pseudonym}, ${membership.role}` },
    { name: 'Joined', text: formatDay(membership.joined_at) },
    { name: 'Notice accepted', text: on(membership.consented_at) },
    { name: 'Status', text: participation(record) },
    {
      name: 'Judgments',
      text: `${formatCount(counts.n_live)}, in ${counted(counts.n_judgments, 'version')}`,
    },
    {
      name: 'Time on passages',
      text: `${formatSeconds(counts.active_ms)} active and ${formatSeconds(counts.away_ms)} away, in ${counted(counts.n_visits, 'visit')}`,
    },
    {
      name: 'Too fast to skim',
      text: `${formatCount(pace.n_too_fast)} of ${counted(pace.n_timed, 'judgment')}`,
      meaning: `${PACE_MEANING} Organizers see a flag if it is more than a quarter of at least 20 judgments; nothing else happens automatically.`,
    },
    {
      name: 'Gold pairs given their known grade',
      text: formatGold(record),
      meaning:
        'Gold pairs are passages with a known grade from an expert; they look like any other passage.',
    },
    ...furtherFacts(record),
  ];
}
