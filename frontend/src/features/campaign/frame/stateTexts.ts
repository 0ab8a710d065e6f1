import type { CampaignOverview, CampaignState } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';
import {
  formatFurther,
  formatPairsSetAside,
  isChoosing,
  progressOf,
} from '@/features/campaign/kit/formatProgress';
import type { Progress } from '@/features/campaign/kit/formatProgress';
import { pairsOf, sayPairSum } from '@/features/campaign/kit/pairSum';

export type Step = Readonly<{ state: CampaignState; verb: string; isMain: boolean }>;

const VERBS: Readonly<Record<CampaignState, string>> = {
  draft: 'Return to draft',
  pilot: 'Start the pilot',
  open: 'Open',
  paused: 'Pause',
  closed: 'End the campaign',
  archived: 'Archive',
};

const MAIN: Readonly<Partial<Record<CampaignState, CampaignState>>> = {
  draft: 'open',
  pilot: 'open',
  open: 'paused',
  paused: 'open',
  closed: 'archived',
};

const verbOf = (from: CampaignState, to: CampaignState): string =>
  from === 'paused' && to === 'open' ? 'Resume' : VERBS[to];

/** Only what was judged elsewhere ends without having been open. */
const isOffered = (campaign: CampaignOverview, to: CampaignState): boolean =>
  campaign.state !== 'draft' || to !== 'closed' || campaign.n_votes !== 0;

/** What most likely comes next: a pilot that has pairs before the rest, which waits for its answers. */
function mainStep({ state, may_go_to: mayGoTo }: CampaignOverview, isPiloted: boolean) {
  if (state === 'draft' && mayGoTo.includes('pilot')) return 'pilot';
  return state === 'pilot' && !isPiloted ? undefined : MAIN[state];
}

/** Where the campaign may go from here, what it most likely needs first. */
export function nextSteps(campaign: CampaignOverview, isPiloted: boolean): readonly Step[] {
  const main = mainStep(campaign, isPiloted);
  const steps = campaign.may_go_to
    .filter((to) => isOffered(campaign, to))
    .map((to) => ({
      state: to,
      verb: verbOf(campaign.state, to),
      isMain: main === to,
    }));
  return steps.toSorted((one, other) => Number(other.isMain) - Number(one.isMain));
}

const ASKS: Readonly<Partial<Record<CampaignState, string>>> = {
  pilot: 'Start the pilot of',
  closed: 'End',
};

/** "Start the pilot of trees?" */
export const stepQuestion = ({ state, verb }: Step, name: string): string =>
  `${ASKS[state] ?? verb} ${name}?`;

const OPENING = 'Assessors can judge from then on. The log notes who opened it.';
const HAPPENS: Readonly<Record<CampaignState, string>> = {
  draft: '',
  pilot:
    'Everyone judges the pilot’s pairs and no others. Pairs that assessors hold now go back to the others.',
  open: OPENING,
  paused:
    'Nobody gets pairs or can send judgments until you resume. Judgments so far stay; assessors see that the campaign is paused.',
  closed:
    'Organizers and researchers see agreement and labels from now on, also those who judged here; other assessors see their own data only.',
  archived:
    'Nothing can be published, changed or judged in it after that. Its judgments and labels stay, and can still be read and downloaded.',
};

export const whatHappens = (from: CampaignState, to: CampaignState): string =>
  from === 'paused' && to === 'open' ? 'Assessors continue where they were.' : HAPPENS[to];

/** Which pairs are set aside, as a sentence behind another. */
function asideSentence(progress: Progress): string {
  const aside = formatPairsSetAside(progress);
  return aside === '' ? '' : ` ${aside}.`;
}

/** "5 judgments so far" of pairs that are still being chosen. */
const soFar = ({ n_votes: n }: Progress): string => `${counted(n, 'judgment')} so far`;

/** "7 of 12 judgments to go. 1 pair is set aside." */
function toCome(progress: Progress | null): string {
  if (progress === null) return 'You judge in this campaign.';
  if (isChoosing(progress)) {
    const topics = counted(progress.n_topics_choosing ?? 0, 'topic');
    return `${soFar(progress)}. More pairs are chosen in ${topics}.${asideSentence(progress)}`;
  }
  const { n_left: nLeft, n_wanted: nWanted } = progress;
  const aside = asideSentence(progress);
  if (nLeft) return `${formatCount(nLeft)} of ${counted(nWanted, 'judgment')} to go.${aside}`;
  if (aside !== '') return `No more judgments are requested.${aside} End it, and derive labels.`;
  return 'All judgments are in: end the campaign and derive labels.';
}

/** "Paused, with 7 of 12 judgments to go." */
function whilePaused(progress: Progress | null): string {
  if (progress === null) return 'Paused. You judge in this campaign.';
  if (isChoosing(progress)) return `Paused, with ${soFar(progress)}.${asideSentence(progress)}`;
  const { n_left: nLeft, n_wanted: nWanted } = progress;
  const left = `${formatCount(nLeft ?? 0)} of ${counted(nWanted, 'judgment')}`;
  return `Paused, with ${left} to go.${asideSentence(progress)}`;
}

/** "30 pairs = 17 regular + 13 pilot · 44 judgments wanted = 34 + 10 further". */
export function sumsOf(campaign: CampaignOverview): string {
  const progress = progressOf(campaign);
  const further = progress === null ? '' : formatFurther(progress);
  const pairs = campaign.pairs === null ? '' : sayPairSum(pairsOf(campaign.pairs));
  return [pairs, further].filter((part) => part !== '').join(' · ');
}

/** What the campaign waits for; a draft's launch list says it. */
export function waitingFor(campaign: CampaignOverview): string {
  const { state, n_label_sets: nLabels } = campaign;
  const text: Record<CampaignState, string> = {
    draft: 'Not open yet.',
    pilot: 'The pilot is under way. Look at its report, then open the rest.',
    open: toCome(progressOf(campaign)),
    paused: whilePaused(progressOf(campaign)),
    closed:
      nLabels === 0
        ? 'Ended. Next: derive labels.'
        : `Ended; ${counted(nLabels, 'label set')} made.`,
    archived: 'Archived; nothing changes here.',
  };
  return text[state];
}
