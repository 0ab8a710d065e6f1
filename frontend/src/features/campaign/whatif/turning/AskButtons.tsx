import { useState } from 'react';
import { post } from '@/api/calls';
import type { AskingPairs } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { sayAsked, sayAsking } from '@/features/campaign/whatif/turning/sayAsked';
import type { Action } from '@/features/campaign/whatif/turning/sayAsked';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import styles from '@/features/campaign/whatif/turning/turning.module.css';

const VERBS: Readonly<Record<Action, string>> = {
  judgment: 'Ask one more judgment',
  adjudication: 'Send to adjudication',
};

type Props = Readonly<{
  campaignId: number;
  pairs: AskingPairs['pairs'];
  /** How many of them the campaign lacks. */
  nAbsent: number;
  isDisabled: boolean;
  /** Whether the campaign has ended, and takes no more judgments. */
  isOver: boolean;
}>;

/** Asks about the chosen pairs, once it is confirmed how many they are. */
export function AskButtons({ campaignId, pairs, nAbsent, isDisabled, isOver }: Props) {
  const [action, setAction] = useState<Action | null>(null);
  const [done, setDone] = useState('');
  const { mutate, error, isPending, reset } = useChange(
    campaignId,
    async (body: AskingPairs) => {
      const asked = await post(
        '/api/campaigns/{campaign_id}/pairs/ask',
        { campaign_id: campaignId },
        body,
      );
      setDone(sayAsked(body.action, asked));
    },
    () => setAction(null),
  );
  return (
    <>
      <p className={styles.asking}>
        {(['judgment', 'adjudication'] as const).map((one) => (
          <Button
            key={one}
            look="second"
            disabled={isDisabled || pairs.length === 0 || (isOver && one === 'judgment')}
            onClick={() => {
              reset();
              setAction(one);
            }}
          >
            {VERBS[one]}
          </Button>
        ))}
      </p>
      {isOver && <p className={styles.none}>The campaign has ended and takes no more judgments.</p>}
      <p role="status" className={styles.none}>
        {done}
      </p>
      {action !== null && (
        <ConfirmDialog
          title={`${VERBS[action]}?`}
          verb={VERBS[action]}
          isPending={isPending}
          error={error}
          isReady={!isDisabled && (action === 'judgment' || nAbsent < pairs.length)}
          onConfirm={() => mutate({ action, pairs })}
          onClose={() => setAction(null)}
        >
          <p>{sayAsking(action, pairs.length, nAbsent)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
