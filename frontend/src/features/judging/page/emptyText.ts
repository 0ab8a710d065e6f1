import type { Empty } from '@/api/types';
import type { DeskState } from '@/features/judging/desk/deskState';
import { counted, formatCount } from '@/shared/format/numbers';
import { isOver } from '@/shared/judging/stateNames';
import { formatClock } from '@/shared/format/time';

type EmptyText = Readonly<{
  title: string;
  text: string;
  /** Whether asking again may help. */
  canAsk: boolean;
  /** Whether the answer is still to come. */
  isAwaited?: boolean;
  /** In how many seconds, as of the answer, there may be something. */
  freeInS?: number | null;
}>;

const THANKS = 'Thank you for your work. Your judgments are kept, and you can look at them.';

const PAUSED: EmptyText = {
  title: 'The campaign is paused',
  text: 'Your judgments are kept. This page continues by itself when the organizer resumes it.',
  canAsk: true,
};

/** By the state in which a campaign takes no judgments. */
const NOT_OPEN: Partial<Record<Empty['state'], EmptyText>> = {
  draft: {
    title: 'The campaign is not open yet',
    text: 'Its organizer is preparing it. Come back later.',
    canAsk: true,
  },
  closed: {
    title: 'The campaign has ended',
    text: `It takes no more judgments. ${THANKS}`,
    canAsk: false,
  },
  archived: {
    title: 'The campaign has ended',
    text: `It is archived and takes no more judgments. ${THANKS}`,
    canAsk: false,
  },
};

/** Of one's judgments, some may have been taken out. */
const ENDED_WITHOUT: EmptyText = {
  title: 'The campaign has ended',
  text: 'You withdrew from it earlier. Thank you for your time.',
  canAsk: false,
};

type Cause = Readonly<{ empty: Empty; share: number | null; hasJudged: boolean }>;

const CHANGE = 'Until the campaign ends you can still change any of your judgments.';

function inLine(nAhead: number): string {
  if (nAhead === 0) return 'You come first: nobody has waited longer.';
  return `${nAhead === 1 ? 'One person has' : `${formatCount(nAhead)} people have`} waited longer and ${nAhead === 1 ? 'comes' : 'come'} before you.`;
}

function heldByOthers({ empty }: Cause): EmptyText {
  const { free_at: freeAt, free_in_s: freeInS, n_ahead: nAhead } = empty;
  const when = freeAt === null ? 'soon' : `at ${formatClock(freeAt)}`;
  return {
    title: 'Others are judging the rest',
    text: `Every remaining passage is reserved for somebody else. Some may become free for you ${when}. ${inLine(nAhead ?? 0)} This page checks again by itself. You keep your place while it is open and visible.`,
    canAsk: true,
    freeInS,
  };
}

/** Whether the server expects the next passages at once: otherwise others have to judge first. */
const AT_ONCE_S = 5;

function choosing({ empty: { free_in_s: inS } }: Cause): EmptyText {
  return inS !== null && inS <= AT_ONCE_S
    ? {
        title: 'The next passages are being chosen',
        text: 'They are chosen by what was judged so far. This page continues by itself.',
        canAsk: true,
      }
    : {
        title: 'More passages come as others judge',
        text: 'The next passages are chosen by what was judged so far, and others still judge some of these. This page checks again by itself.',
        canAsk: true,
      };
}

const ALL_DONE: EmptyText = {
  title: 'All done',
  text: `You have judged everything this campaign has for you. Thank you. ${CHANGE}`,
  canAsk: false,
};

const PILOT_DONE: EmptyText = {
  title: 'The pilot is done',
  text: 'Thank you. The organizer now looks at the results. The rest opens later, and this page then continues by itself.',
  canAsk: true,
};

const NOTHING_LEFT: EmptyText = {
  title: 'Nothing is left to judge',
  text: 'Others have judged everything in this campaign. Thank you for coming.',
  canAsk: false,
};

const REASONS: Record<Empty['reason'], (cause: Cause) => EmptyText> = {
  finished: ({ empty: { state }, hasJudged }) => {
    if (state === 'pilot') return PILOT_DONE;
    return hasJudged ? ALL_DONE : NOTHING_LEFT;
  },
  held_by_others: heldByOthers,
  choosing,
  quota: ({ share }) => ({
    title: 'Your share is done',
    text: `You have judged ${share === null ? 'as many passages as' : `all ${formatCount(share)} passages that`} were meant for you. Thank you. ${CHANGE}`,
    canAsk: false,
  }),
  no_assessor: () => ({
    title: 'You are an adjudicator here',
    text: 'Adjudicators get no passages to judge, and there is nothing else to do yet. If you expected to judge, ask the organizer.',
    canAsk: false,
  }),
  notice: () => ({
    title: 'Please read the notice',
    text: 'It says which data are recorded. Agree to it before the next passage.',
    canAsk: true,
  }),
  not_qualified: () => ({
    title: 'The qualification round is over',
    text: 'Too few of your grades matched the known grades, and no attempt is left. Thank you for your time; ask the organizer for details.',
    canAsk: false,
  }),
  suspended: () => ({
    title: 'Your judging is paused',
    text: 'The organizer has paused your judging in this campaign; ask them why. Your judgments are kept.',
    canAsk: true,
  }),
  withdrawn: () => ({
    title: 'You have withdrawn',
    text: 'This campaign has no more passages for you. Thank you for your time; the organizer can let you in again.',
    canAsk: true,
  }),
  not_open: ({ empty: { state } }) => NOT_OPEN[state] ?? PAUSED,
};

/** That the campaign has ended comes before what keeps one member out of it. */
function textOf(cause: Cause): EmptyText {
  const { reason, state } = cause.empty;
  if (!isOver(state) || reason === 'no_assessor') return REASONS[reason](cause);
  return reason === 'withdrawn' ? ENDED_WITHOUT : REASONS.not_open(cause);
}

/** Why there is no passage, gravest reason first. */
export function emptyText({ outbox, workStatus, supplyTrouble }: DeskState): EmptyText {
  if (supplyTrouble !== null) {
    return { title: 'The next passages did not load', text: supplyTrouble.detail, canAsk: true };
  }
  if (outbox.trouble !== null) {
    const text = `${counted(outbox.waiting.length, 'judgment')} of yours wait here and are sent first. ${outbox.trouble}`;
    return { title: 'The next passages load when the server responds', text, canAsk: false };
  }
  const empty = outbox.waiting.length === 0 ? (workStatus?.empty ?? null) : null;
  if (workStatus !== null && empty !== null) {
    const { share, n_judged: n, n_not_judged: nNot } = workStatus.progress;
    return textOf({ empty, share, hasJudged: n + nNot > 0 });
  }
  return { title: 'Fetching passages', text: 'One moment.', canAsk: false, isAwaited: true };
}
