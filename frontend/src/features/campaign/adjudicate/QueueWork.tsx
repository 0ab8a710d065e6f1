import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Grade, Queue, QueueRule } from '@/api/types';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { isOf } from '@/features/campaign/api/change';
import { leaveQueue } from '@/features/campaign/api/adjudication';
import type { useQueue } from '@/features/campaign/api/adjudication';
import { PairToSettle } from '@/features/campaign/adjudicate/PairToSettle';
import { formatDone, formatLeft } from '@/features/campaign/adjudicate/rules';
import { QUEUE_KEYS, askedInQueue } from '@/features/campaign/pairs/decision/keys';
import { usePress } from '@/features/campaign/pairs/decision/usePress';
import { counted } from '@/shared/format/numbers';
import { Button } from '@/shared/ui/forms/Button';
import { Nothing } from '@/shared/ui/requests/Nothing';
import styles from '@/features/campaign/adjudicate/adjudicate.module.css';

function NothingLeft({ nHeld, onLook }: Readonly<{ nHeld: number; onLook: () => void }>) {
  return (
    <Nothing title="Nothing is left to settle">
      <p>
        {nHeld === 0
          ? 'No undecided pair is left by these rules.'
          : `Others have ${counted(nHeld, 'pair')} in hand; what they leave comes back.`}
      </p>
      <p>
        <Button look="second" onClick={onLook}>
          Look again
        </Button>
      </p>
    </Nothing>
  );
}

/** Whoever leaves lets others have the pair, and what other pages know is read again. */
function useLeaving(campaignId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const leave = (): void => void leaveQueue(campaignId);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      void client.invalidateQueries({ predicate: isOf(campaignId) });
    };
  }, [campaignId, client]);
}

type Props = Readonly<{
  campaignId: number;
  scale: readonly Grade[];
  rules: readonly QueueRule[];
  queue: Queue;
  act: ReturnType<typeof useQueue>['act'];
  onOtherRules: () => void;
}>;

/** One pair after the other, until none is left. */
export function QueueWork({ campaignId, scale, rules, queue, act, onOtherRules }: Props) {
  useLeaving(campaignId);
  const { pair, left } = queue;
  const { error, isPending, mutate } = act;
  const undo = (): void => {
    if (left.may_undo && !isPending) mutate({ kind: 'undo', rules });
  };
  usePress((press) => {
    if (askedInQueue(press, []) === 'undo') undo();
  });
  return (
    <>
      <div className={styles.bar}>
        <p role="status">
          {isPending || error !== null ? '' : formatDone(act.variables)}
          {formatLeft(left)}
        </p>
        <Button
          look="second"
          disabled={!left.may_undo}
          aria-keyshortcuts={QUEUE_KEYS.undo}
          onClick={undo}
        >
          Undo
        </Button>
        <Button look="flush" onClick={onOtherRules}>
          Other rules
        </Button>
      </div>
      <ErrorText error={error} />
      {pair === null ? (
        <NothingLeft nHeld={left.n_held} onLook={() => mutate({ kind: 'next', rules })} />
      ) : (
        <PairToSettle
          key={pair.id} // a note is of one pair
          pair={pair}
          scale={scale}
          onDecide={(grade, note) => {
            if (!isPending) mutate({ kind: 'decide', pair, grade, note, rules });
          }}
          onAsk={(kind) => {
            if (!isPending) mutate({ kind, pair, rules });
          }}
        />
      )}
    </>
  );
}
