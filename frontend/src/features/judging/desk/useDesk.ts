import { useEffect, useSyncExternalStore } from 'react';
import type { Empty } from '@/api/types';
import { hasEnded } from '@/features/judging/desk/campaignState';
import { claim, listOwn, submit } from '@/features/judging/api/judgments';
import { Desk } from '@/features/judging/desk/desk';
import type { DeskState } from '@/features/judging/desk/deskState';
import { pageStore } from '@/features/judging/outbox/submissionStore';
import { openTabs } from '@/features/judging/outbox/tabs';
import { Elapsed } from '@/features/judging/visit/elapsed';
import { reportUnsent } from '@/shared/browser/unsent';

/** Desks outlive the page: who looks at another page and returns finds the desk as it was left. */
const desks = new Map<string, Desk>();

function openDesk(username: string, id: number): Desk {
  const key = `${username}/${id}`;
  const existing = desks.get(key);
  if (existing !== undefined) return existing;
  const desk = new Desk(
    {
      claim: (n) => claim(id, username, n),
      submit: (submission) => submit(id, username, submission),
      listOwn: () => listOwn(id),
    },
    { username, campaignId: id, store: pageStore, tabs: openTabs(username, id) },
  );
  desk.subscribe(() => {
    const { waiting, nLoose } = desk.getState().outbox;
    reportUnsent(key, { waiting: waiting.length, loose: nLoose });
  });
  desks.set(key, desk);
  void desk.start();
  return desk;
}

const TEND_EVERY_MS = 30_000;
/** Leases last for some minutes; a page that lies open for long renews them in time. */
const RENEW_EVERY_MS = 120_000;

/**
 * Judgments bring more passages; for those who read for long the page asks. By then the others who
 * began at the same moment have their first.
 */
const FILL_AFTER_MS = 5_000;

/** Those who wait for the same moment ask one after another, a second apart, the first in line first. */
const MOST_APART = 20;

const FINAL: readonly Empty['reason'][] = ['finished', 'quota', 'not_qualified', 'withdrawn'];

/** Whether to claim now: leases grow old, or there was nothing and may be by now. */
function isDue(state: DeskState, sinceClaim: Elapsed): boolean {
  const { deck, workStatus } = state;
  const empty = workStatus?.empty ?? null;
  if (hasEnded(state)) return false;
  if (deck.upcoming.length > 0) return sinceClaim.ms() >= RENEW_EVERY_MS;
  // After a pilot comes the rest.
  return empty === null || empty.state === 'pilot' || !FINAL.includes(empty.reason);
}

export function useDesk(username: string, id: number): readonly [Desk, DeskState] {
  const desk = openDesk(username, id);
  const state = useSyncExternalStore(desk.subscribe, desk.getState);

  useEffect(() => {
    const sinceClaim = new Elapsed();
    const tend = (): void => {
      if (document.hidden || !isDue(desk.getState(), sinceClaim)) return;
      sinceClaim.restart();
      void desk.refill();
    };
    const comeBack = (): void => {
      if (document.hidden) return;
      desk.retryNow();
      tend();
    };
    desk.retryNow();
    const timer = setInterval(tend, TEND_EVERY_MS);
    window.addEventListener('online', comeBack);
    window.addEventListener('focus', comeBack);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', comeBack);
      window.removeEventListener('focus', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [desk]);

  const { mayHoldMore } = state;
  useEffect(() => {
    if (!mayHoldMore) return undefined;
    const timer = setTimeout(() => void desk.refill(), FILL_AFTER_MS * (1 + Math.random()));
    return () => clearTimeout(timer);
  }, [desk, mayHoldMore, state.deck.upcoming.length]);

  const empty = state.workStatus?.empty ?? null;
  useEffect(() => {
    if (empty === null || empty.free_in_s === null) return undefined;
    const inS = empty.free_in_s + 1 + Math.min(empty.n_ahead ?? 0, MOST_APART);
    const timer = setTimeout(() => document.hidden || void desk.refill(), inS * 1_000);
    return () => clearTimeout(timer);
  }, [desk, empty]);

  return [desk, state];
}
