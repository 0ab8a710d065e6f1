import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { post } from '@/api/calls';
import type { PairInHand, Queue, QueueRule } from '@/api/types';

/** What an adjudicator does; the answer has the pair in hand then. */
export type Act = Readonly<{ rules: readonly QueueRule[] }> &
  (
    | Readonly<{ kind: 'next' | 'undo' }>
    | Readonly<{ kind: 'skip' | 'votes'; pair: PairInHand }>
    | Readonly<{ kind: 'decide'; pair: PairInHand; grade: number; note: string }>
  );

function send(id: number, act: Act): Promise<Queue> {
  const queue = { campaign_id: id };
  const rules = [...act.rules];
  switch (act.kind) {
    case 'next':
      return post('/api/campaigns/{campaign_id}/adjudication/next', queue, { rules });
    case 'skip': {
      const body = { rules, skip: act.pair.id };
      return post('/api/campaigns/{campaign_id}/adjudication/next', queue, body);
    }
    case 'votes': {
      const body = { rules, pair: act.pair.id };
      return post('/api/campaigns/{campaign_id}/adjudication/votes', queue, body);
    }
    case 'undo':
      return post('/api/campaigns/{campaign_id}/adjudication/undo', queue, { rules });
    case 'decide': {
      const { grade, note, pair } = act;
      const body = { rules, pair: pair.id, grade, note, seen: pair.version };
      return post('/api/campaigns/{campaign_id}/adjudication/decision', queue, body);
    }
  }
}

/** Settles once nothing is on its way: leaving must not arrive before it. */
let underWay: Promise<unknown> = Promise.resolve();

/**
 * The pair in hand and what is left, null until the first is asked for. Where the server refuses,
 * the pair in hand is asked for again: it may have changed, or be another's by now.
 */
export function useQueue(id: number) {
  const [queue, setQueue] = useState<Queue | null>(null);
  const act = useMutation({
    mutationFn: (what: Act) => {
      const sent = send(id, what);
      underWay = sent.catch(() => undefined);
      return sent;
    },
    onSuccess: setQueue,
    onError: (_, { rules }) => send(id, { kind: 'next', rules }).then(setQueue, () => undefined),
  });
  return { queue, act };
}

/** Lets others have the pair in hand, after whatever was asked for before. */
export async function leaveQueue(id: number): Promise<void> {
  await underWay;
  const init = { keepalive: true };
  await post(
    '/api/campaigns/{campaign_id}/adjudication/leave',
    { campaign_id: id },
    undefined,
    init,
  ).catch(() => undefined);
}
