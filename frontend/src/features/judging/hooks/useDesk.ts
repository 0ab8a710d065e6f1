import { useEffect, useSyncExternalStore } from 'react';
import type { Empty } from '@/api/types';
import { claim } from '@/features/judging/api/claim';
import { listOwn } from '@/features/judging/api/listOwn';
import { submit } from '@/features/judging/api/submit';
import { Desk } from '@/features/judging/desk';
import type { DeskState } from '@/features/judging/desk';
import { reportUnsent } from '@/shared/unsent';

/** Desks outlive the page: who looks at another page and returns finds the desk as it was left. */
const desks = new Map<string, Desk>();

function openDesk(username: string, id: number): Desk {
  const key = `${username}/${id}`;
  const existing = desks.get(key);
  if (existing !== undefined) return existing;
  const desk = new Desk({
    claim: (n) => claim(id, n),
    submit: (submission) => submit(id, submission),
    listOwn: () => listOwn(id),
  });
  desk.subscribe(() => reportUnsent(key, desk.getState().outbox.waiting.length));
  desks.set(key, desk);
  void desk.start();
  return desk;
}

const RENEW_EVERY_MS = 30_000;
const RENEW_BEFORE_MS = 120_000;

const FINAL: readonly Empty['reason'][] = ['finished', 'quota', 'not_qualified', 'withdrawn'];

/** Whether asking now would help: the lease runs out soon, or there was nothing and may be by now. */
function isDue({ deck, word }: DeskState, now: number): boolean {
  const reason = word?.empty?.reason;
  if (deck.upcoming.length === 0) return reason === undefined || !FINAL.includes(reason);
  const until = word?.leasedUntil ?? null;
  return until !== null && new Date(until).getTime() - now < RENEW_BEFORE_MS;
}

export function useDesk(username: string, id: number): readonly [Desk, DeskState] {
  const desk = openDesk(username, id);
  const state = useSyncExternalStore(desk.subscribe, desk.getState);

  useEffect(() => {
    const tend = (): void => {
      if (!document.hidden && isDue(desk.getState(), Date.now())) void desk.refill();
    };
    const comeBack = (): void => {
      if (document.hidden) return;
      desk.retryNow();
      tend();
    };
    desk.retryNow();
    const timer = setInterval(tend, RENEW_EVERY_MS);
    window.addEventListener('online', comeBack);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [desk]);

  return [desk, state];
}
