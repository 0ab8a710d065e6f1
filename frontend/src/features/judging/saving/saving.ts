import type { OutboxState } from '@/features/judging/outbox/outbox';
import type { ApiError } from '@/shared/requests/errors';
import { isPassing, isSignedOut } from '@/shared/requests/errors';
import { formatCount } from '@/shared/format/numbers';

type SaveState =
  'saved' | 'saving' | 'waiting' | 'offline' | 'signed-out' | 'other-account' | 'rejected';

export type Saving = Readonly<{ state: SaveState; text: string }>;

type Pending = Pick<OutboxState, 'waiting' | 'rejected' | 'phase' | 'nLoose' | 'trouble'>;

/** Why a server that is there does not take what is sent, by the code of its answer. */
const REASONS: Readonly<Record<string, string>> = {
  database_away: 'the database is unavailable',
  database_busy: 'the database is busy',
  throttled: 'the server asks for a pause',
};

const reasonOf = (trouble: ApiError | null): string => REASONS[trouble?.code ?? ''] ?? '';

const listed = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(', ');

/** Says where pending submissions are stored, when it is not the usual place. */
function formatWaiting({ waiting, nLoose }: Pending, verb = 'waiting'): string {
  if (waiting.length === 0) return '';
  return listed(`${waiting.length} ${verb}`, nLoose > 0 ? 'kept only by this page' : '');
}

/** That somebody has to sign in first. */
function signingIn(outbox: Pending, supply: ApiError | null): Saving | null {
  const waits = formatWaiting(outbox);
  if (outbox.phase === 'other-account' || supply?.code === 'other_account')
    return { state: 'other-account', text: listed('another account is signed in', waits) };
  if (outbox.phase === 'signed-out' || (supply !== null && isSignedOut(supply)))
    return { state: 'signed-out', text: listed('signed out', waits) };
  return null;
}

/** That the server is not reached. */
function beingAway(outbox: Pending, isOnline: boolean, supply: ApiError | null): Saving | null {
  const { waiting, phase } = outbox;
  if (!isOnline) {
    const verb = waiting.length === 1 ? 'waits here' : 'wait here';
    return { state: 'offline', text: listed('offline', formatWaiting(outbox, verb)) };
  }
  if (phase === 'retrying')
    return {
      state: 'waiting',
      text: listed(formatWaiting(outbox), reasonOf(outbox.trouble), 'trying again'),
    };
  const isAway = supply !== null && isPassing(supply) && waiting.length === 0;
  const reason = reasonOf(supply) || 'the server is not responding';
  return isAway ? { state: 'offline', text: `saved, but ${reason}` } : null;
}

/** What the server refused; of two answers to a passage both are kept. */
function formatRejected(rejected: Pending['rejected']): string {
  const refused = rejected.filter(({ pending }) => pending.standing === undefined);
  return refused.length > 0
    ? `${formatCount(refused.length)} not saved`
    : `${formatCount(rejected.length)} to choose`;
}

/** Whether everything is saved: a state and a text; the most serious problem wins. */
export function savingOf(
  outbox: Pending,
  isOnline: boolean,
  supplyTrouble: ApiError | null = null,
): Saving {
  const { waiting, rejected } = outbox;
  const hindrance = signingIn(outbox, supplyTrouble) ?? beingAway(outbox, isOnline, supplyTrouble);
  if (hindrance !== null && waiting.length > 0) return hindrance;
  if (rejected.length > 0) return { state: 'rejected', text: formatRejected(rejected) };
  if (hindrance !== null) return hindrance;
  if (outbox.phase === 'opening') return { state: 'saving', text: 'opening' };
  if (waiting.length === 0) return { state: 'saved', text: 'saved' };
  return waiting.length === 1
    ? { state: 'saving', text: 'saving' }
    : { state: 'waiting', text: formatWaiting(outbox) };
}
