import { useState } from 'react';
import { post } from '@/api/calls';
import type { AskingPairs } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { sayAsked } from '@/features/campaign/whatif/turning/sayAsked';
import type { Action } from '@/features/campaign/whatif/turning/sayAsked';
import { counted } from '@/shared/format/numbers';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import styles from '@/features/campaign/whatif/turning/turning.module.css';

const WORDS: Readonly<Record<Action, Readonly<{ verb: string; what: (n: string) => string }>>> = {
  judgment: {
    verb: 'Ask one more judgment',
    what: (n) =>
      `One more assessor judges each of ${n}. Those that the campaign lacks are added to it.`,
  },
  adjudication: {
    verb: 'Send to adjudication',
    what: (n) => `An adjudicator decides on each of ${n}.`,
  },
};

type Props = Readonly<{ campaignId: number; pairs: AskingPairs['pairs'] }>;

/** Asks about the chosen pairs, once it is confirmed how many they are. */
export function AskButtons({ campaignId, pairs }: Props) {
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
            disabled={pairs.length === 0}
            onClick={() => {
              reset();
              setAction(one);
            }}
          >
            {WORDS[one].verb}
          </Button>
        ))}
      </p>
      <p role="status" className={styles.none}>
        {done}
      </p>
      {action !== null && (
        <ConfirmDialog
          title={`${WORDS[action].verb}?`}
          verb={WORDS[action].verb}
          isPending={isPending}
          error={error}
          onConfirm={() => mutate({ action, pairs })}
          onClose={() => setAction(null)}
        >
          <p>{WORDS[action].what(counted(pairs.length, 'pair'))}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
