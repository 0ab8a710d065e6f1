import { useLayoutEffect, useRef } from 'react';
import { post } from '@/api/calls';
import type { Card } from '@/features/judging/pair/deck';
import { DwellClock } from '@/features/judging/visit/dwell';
import { Stay } from '@/features/judging/visit/stay';
import type { Stayed } from '@/features/judging/visit/stay';
import { newUuid } from '@/features/judging/visit/uuid';

const REPORT_EVERY_MS = 60_000;
const SIGNS_OF_LIFE = ['keydown', 'pointermove', 'pointerdown', 'scroll', 'touchmove'] as const;
const PASSIVE = { passive: true, capture: true } as const;

const isPresent = (): boolean => !document.hidden && document.hasFocus();

const follow = (clock: DwellClock): (() => void) => {
  const touch = (): void => clock.touch();
  const update = (): void => (isPresent() ? clock.comeBack() : clock.leave());
  SIGNS_OF_LIFE.forEach((name) => window.addEventListener(name, touch, PASSIVE));
  window.addEventListener('blur', update);
  window.addEventListener('focus', update);
  document.addEventListener('visibilitychange', update);
  return () => {
    SIGNS_OF_LIFE.forEach((name) => window.removeEventListener(name, touch, PASSIVE));
    window.removeEventListener('blur', update);
    window.removeEventListener('focus', update);
    document.removeEventListener('visibilitychange', update);
  };
};

/** Reports now and then while it lasts, and whenever it may be for the last time. */
const keepReporting = (stay: Stay): (() => void) => {
  const hide = (): void => {
    if (document.hidden) stay.pause();
  };
  const timer = setInterval(() => stay.renew(), REPORT_EVERY_MS);
  document.addEventListener('visibilitychange', hide);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', hide);
    stay.pause();
  };
};

/** Times the stay on this card and reports it, which renews leases; what it returns gives the times for the judgment. */
export function useStay(campaignId: number, card: Card | undefined): () => Stayed {
  const stay = useRef<Stay | null>(null);
  const ticket = card?.ticket;

  useLayoutEffect(() => {
    if (ticket === undefined) return undefined;
    const clock = new DwellClock(() => performance.now(), isPresent());
    const opened = new Stay(clock, (stayed) => {
      // It outlives the page. That it is lost does no harm: the next report or the judgment says more.
      const to = { campaign_id: campaignId };
      const init = { keepalive: true };
      post('/api/judging/{campaign_id}/activity', to, { ticket, ...stayed }, init).catch(
        () => undefined,
      );
    });
    stay.current = opened;
    const [unfollow, endReports] = [follow(clock), keepReporting(opened)];
    return () => {
      unfollow();
      endReports();
    };
  }, [campaignId, ticket]);

  return () => stay.current?.conclude() ?? { visit: newUuid(), active_ms: 0, away_ms: 0 };
}
