import type { CampaignSummary, OwnPart } from '@/api/types';
import { formatCount } from '@/shared/format/numbers';
import { isOver } from '@/shared/judging/stateNames';

export function formatOwnPart({ n_judged: nJudged, share }: OwnPart): string {
  return share === null
    ? `${formatCount(nJudged)} judged by you`
    : `${formatCount(nJudged)} of your ${formatCount(share)} judged`;
}

const GOES_ON: readonly CampaignSummary['state'][] = ['open', 'pilot', 'paused'];

/** Whether there is something to judge, or will be, or is nothing more; null for who is no assessor. */
export function outlookOf({
  state,
  own,
}: Pick<CampaignSummary, 'state' | 'own'>): 'now' | 'later' | 'done' | null {
  if (own === null) return null;
  if (own.standing === 'at_work' && state === 'draft') return 'later';
  return own.standing === 'at_work' && GOES_ON.includes(state) ? 'now' : 'done';
}

const WHY: Readonly<Record<OwnPart['standing'], string>> = {
  at_work: '',
  done: 'Your share is done. Thank you.',
  paused: 'An organizer has paused your judging; ask them why.',
  withdrawn: 'You have withdrawn.',
  not_qualified: 'The qualification round is over, and was not passed.',
};

/** Why there is nothing to judge. */
export function whyNothingToJudge(
  { state }: Pick<CampaignSummary, 'state'>,
  { standing }: OwnPart,
): string {
  if (isOver(state)) return 'The campaign has ended.';
  return (
    WHY[standing] || (state === 'draft' ? 'It is in preparation.' : `The campaign is ${state}.`)
  );
}
