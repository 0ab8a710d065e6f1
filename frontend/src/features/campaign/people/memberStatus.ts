import type { CampaignOverview, CampaignState, Member } from '@/api/types';
import type { Act } from '@/features/campaign/api/members';
import { counted, formatCount } from '@/shared/format/numbers';
import { isOver } from '@/shared/judging/stateNames';

type MemberStatus = 'with us' | 'paused' | 'withdrawn';

export function statusOf({ membership }: Member): MemberStatus {
  if (membership.withdrawn_at !== null) return 'withdrawn';
  return membership.suspended_at === null ? 'with us' : 'paused';
}

const AT_WORK: Readonly<Record<CampaignState, string>> = {
  draft: 'ready',
  pilot: 'taking part',
  open: 'taking part',
  paused: 'waiting',
  closed: 'done',
  archived: 'done',
};

/** A member's status in words, given the campaign's state. */
export function describeStatus(member: Member, state: CampaignState): string {
  const status = statusOf(member);
  return status === 'with us' ? AT_WORK[state] : status;
}

/** What can be done about a member; what would mean nothing is not offered. */
export function actsOn(campaign: CampaignOverview, member: Member): readonly Act[] {
  const status = statusOf(member);
  const hasWork = member.n_judged + member.n_not_judged + member.n_decisions > 0;
  if (status === 'withdrawn') {
    return [
      ...(isOver(campaign.state) ? [] : (['resume'] as const)),
      ...(hasWork ? (['drop'] as const) : []),
    ];
  }
  const running: readonly Act[] =
    member.membership.role === 'assessor'
      ? ['quota', status === 'paused' ? 'resume' : 'pause']
      : [status === 'paused' ? 'resume' : 'pause'];
  return [
    ...(isOver(campaign.state) ? [] : running),
    'keep',
    ...(hasWork ? (['drop'] as const) : []),
  ];
}

/** "3 judgments and 1 decision": what counts of a member. */
function workOf({ n_judged: nJudged, n_not_judged: nNot, n_decisions: nDecided }: Member): string {
  const decisions = nDecided > 0 ? [counted(nDecided, 'decision')] : [];
  const judgments =
    nJudged + nNot > 0 || nDecided === 0 ? [counted(nJudged + nNot, 'judgment')] : [];
  return [...judgments, ...decisions].join(' and ');
}

export function describeAct(act: Act, member: Member): Readonly<{ label: string; hint: string }> {
  const { withdrawn_at: withdrawnAt } = member.membership;
  const work = workOf(member);
  const text: Record<Act, readonly [string, string]> = {
    quota: ['Set a quota', 'Maximum number of pairs.'],
    pause: [
      'Pause',
      'They get no pairs until you resume them. Pairs they hold go to others; their judgments stay.',
    ],
    resume: ['Resume', 'They can judge again, under the same pseudonym.'],
    keep: [
      'Withdraw, keep their work',
      `They get no more pairs. Their work stay and count: ${work}.`,
    ],
    drop: [
      withdrawnAt === null ? 'Withdraw, discard their work' : 'Discard their work',
      `Their work no longer counts and goes to others: ${work}. Existing label sets do not change. This cannot be undone.`,
    ],
  };
  const [label, hint] = text[act];
  return { label, hint };
}

/** What a quota would mean for who has judged that many, or no more than a sentence if nothing odd. */
export function quotaMeans(quota: number | null, member: Member, general: number | null): string {
  const nDone = member.n_judged + member.n_not_judged;
  const limit = quota ?? general;
  if (limit === null) return 'Without a quota they may judge any number of pairs.';
  const whose = quota === null ? `The campaign’s quota of ${formatCount(limit)} holds. ` : '';
  if (limit <= nDone) {
    return `${whose}They have judged ${formatCount(nDone)} already, so they get no more pairs; their judgments stay.`;
  }
  return `${whose}They have judged ${formatCount(nDone)}; ${formatCount(limit - nDone)} more to go.`;
}
