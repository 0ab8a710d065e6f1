import type { Submitted } from '@/api/types';
import type { PendingSubmission, Standing } from '@/features/judging/outbox/pendingSubmissions';

/** A message between tabs of the same assessor and campaign, possibly of another release, so names stay. */
export type News =
  | Readonly<{ kind: 'judged'; letter: PendingSubmission }>
  | Readonly<{ kind: 'stored' }>
  | Readonly<{ kind: 'saved'; key: string; reply: Submitted }>
  | Readonly<{
      kind: 'refused';
      key: string;
      detail: string;
      code: string | null;
      standing?: Standing | undefined;
    }>
  | Readonly<{ kind: 'resent'; key: string }>
  | Readonly<{ kind: 'dropped'; key: string }>;

/** The other tabs of the same assessor and campaign. */
export type Tabs = Readonly<{
  broadcast: (news: News) => void;
  listen: (hear: (news: News) => void) => void;
  /** Runs the task in one tab at a time; in browsers without locks, in all. */
  exclusively: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Whether only one tab at a time runs a task. */
  areExclusive: boolean;
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
    broadcast: (news) => channel?.postMessage(news),
    listen: (hear) => {
      channel?.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data));
    },
    exclusively: async (task) => (locks === undefined ? task() : locks.request(name, task)),
    areExclusive: locks !== undefined,
  };
}

export const noTabs: Tabs = {
  broadcast: () => undefined,
  listen: () => undefined,
  exclusively: (task) => task(),
  areExclusive: false,
};
