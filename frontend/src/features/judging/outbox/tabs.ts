import type { Submitted } from '@/api/types';
import type { PendingSubmission } from '@/features/judging/outbox/pendingSubmissions';

/** What one tab tells the others of the same assessor and campaign, tabs of other releases too. */
export type News =
  | Readonly<{ kind: 'judged'; letter: PendingSubmission }>
  | Readonly<{ kind: 'stored' }>
  | Readonly<{ kind: 'saved'; key: string; reply: Submitted }>
  | Readonly<{ kind: 'refused'; key: string; detail: string; code: string | null }>
  | Readonly<{ kind: 'resent'; key: string }>
  | Readonly<{ kind: 'dropped'; key: string }>;

/** The other tabs of the same assessor and campaign. */
export type Tabs = Readonly<{
  tell: (news: News) => void;
  listen: (hear: (news: News) => void) => void;
  /** Lets one tab at a time do the task; where tabs cannot be told apart, all may. */
  inTurn: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Whether only one tab at a time is let in. */
  takeTurns: boolean;
}>;

const openChannel = (name: string): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;

/** Locks exist on secure addresses only; a resend changes nothing, so without them it is well too. */
const lockManager = (): LockManager | undefined =>
  'locks' in navigator ? navigator.locks : undefined;

export function openTabs(username: string, campaignId: number): Tabs {
  const name = `regrade.desk.${campaignId}.${username}`;
  const [channel, locks] = [openChannel(name), lockManager()];
  return {
    tell: (news) => channel?.postMessage(news),
    listen: (hear) => {
      channel?.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data));
    },
    inTurn: async (task) => (locks === undefined ? task() : locks.request(name, task)),
    takeTurns: locks !== undefined,
  };
}

export const noTabs: Tabs = {
  tell: () => undefined,
  listen: () => undefined,
  inTurn: (task) => task(),
  takeTurns: false,
};
