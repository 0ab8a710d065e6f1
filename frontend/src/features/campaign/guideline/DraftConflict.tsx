import { useSettleDraft } from '@/features/campaign/api/draft';
import type { Drafting } from '@/features/campaign/guideline/useDraft';
import { sentence } from '@/shared/errors';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/guideline/draft.module.css';

type Props = Readonly<{ campaignId: number; drafting: Drafting }>;

/** Two windows wrote at once: neither is lost before somebody has chosen. */
export function DraftConflict({ campaignId, drafting: { draft, error } }: Props) {
  const choose = useSettleDraft(campaignId, async (mine, theirs) => {
    if (mine) await draft.overwrite(theirs.fingerprint);
    else draft.settle(theirs.fingerprint, theirs);
  });
  if (error?.code !== 'draft_changed') return null;
  return (
    <div className={styles.conflict} role="alert">
      <p>{error.detail}</p>
      {choose.error !== null && <p>{sentence(choose.error)}</p>}
      <p className={buttons.actions}>
        <button type="button" className={buttons.second} onClick={() => choose.mutate(true)}>
          Save this one over it
        </button>
        <button type="button" className={buttons.second} onClick={() => choose.mutate(false)}>
          Show the other one
        </button>
      </p>
    </div>
  );
}
