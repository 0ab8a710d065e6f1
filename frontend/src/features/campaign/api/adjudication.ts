import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { PairInHand, Queue, QueueRule } from '@/api/types';

/** What is left to settle, by rule, before somebody begins. */
export const useQueueStart = (id: number) =>
  useQuery({
    queryKey: ['adjudication', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/adjudication', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });

/** What an adjudicator does; the answer has the pair in hand then. */
export type Act =
  | Readonly<{ kind: 'next'; rules: readonly QueueRule[] }>
  | Readonly<{ kind: 'skip' | 'votes'; pair: PairInHand; rules: readonly QueueRule[] }>
  | Readonly<{ kind: 'undo'; rules: readonly QueueRule[] }>
  | Readonly<{
      kind: 'decide';
      pair: PairInHand;
      grade: number;
      note: string;
      rules: readonly QueueRule[];
    }>;

function send(id: number, act: Act): Promise<Queue> {
  const params = { path: { campaign_id: id } };
  const rules = [...act.rules];
  switch (act.kind) {
    case 'next':
      return answer(
        api.POST('/api/campaigns/{campaign_id}/adjudication/next', { params, body: { rules } }),
      );
    case 'skip':
      return answer(
        api.POST('/api/campaigns/{campaign_id}/adjudication/next', {
          params,
          body: { rules, skip: act.pair.id },
        }),
      );
    case 'votes':
      return answer(
        api.POST('/api/campaigns/{campaign_id}/adjudication/votes', {
          params,
          body: { rules, pair: act.pair.id },
        }),
      );
    case 'undo':
      return answer(
        api.POST('/api/campaigns/{campaign_id}/adjudication/undo', { params, body: { rules } }),
      );
    case 'decide': {
      const { grade, note, pair } = act;
      return answer(
        api.POST('/api/campaigns/{campaign_id}/adjudication/decision', {
          params,
          body: { rules, pair: pair.id, grade, note, seen: pair.version },
        }),
      );
    }
  }
}

/** Settles once nothing is on its way: leaving must not arrive before it. */
let underWay: Promise<unknown> = Promise.resolve();

/**
 * The pair in hand and what is left, null until the first is asked for. Where the server refuses,
 * the pair in hand is asked for anew: it may have changed, or be another's by now.
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
  const params = { path: { campaign_id: id } };
  const left = api.POST('/api/campaigns/{campaign_id}/adjudication/leave', {
    params,
    keepalive: true,
  });
  await left.catch(() => undefined);
}
