import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { GuidelineVersion } from '@/api/types';
import { whyNotYet } from '@/features/campaign/guideline/exampleGaps';
import type { Saving, Draft } from '@/features/campaign/guideline/draft';
import type { Drafting } from '@/features/campaign/guideline/useDraft';
import { isSameText } from '@/features/campaign/guideline/isSameText';
import { discardDraft } from '@/features/campaign/api/draft';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import textStyles from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/guideline/draft.module.css';

type DiscardDialogProps = Readonly<{
  campaignId: number;
  draft: Draft;
  inForce: GuidelineVersion | null;
  onClose: () => void;
}>;

function DiscardDialog({ campaignId, draft, inForce, onClose }: DiscardDialogProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => discardDraft(campaignId, await draft.asRead()),
    onSuccess: () => {
      draft.settle('', inForce ?? { body: '', examples: [] });
      onClose();
    },
    onError: draft.recheck,
  });
  return (
    <ConfirmDialog
      title="Discard the draft?"
      verb="Discard it"
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        What you wrote since {inForce === null ? 'the beginning' : `version ${inForce.version}`} is
        lost for good. What is published stays.
      </p>
    </ConfirmDialog>
  );
}

const SAVING: Readonly<Record<Saving, string>> = {
  none: 'No draft: what you change here is saved as one.',
  saved: 'Draft saved.',
  waiting: 'Saving the draft…',
};

const describeSaving = ({ saving, error }: Drafting): string =>
  error !== null && saving === 'waiting' ? `Not saved yet: ${error.detail}` : SAVING[saving];

function hasNews({ text, saving }: Drafting, inForce: GuidelineVersion | null): boolean {
  if (saving === 'waiting' || text.body.trim() === '') return false;
  return inForce === null || !isSameText(text, inForce);
}

type Props = Readonly<{
  campaignId: number;
  drafting: Drafting;
  inForce: GuidelineVersion | null;
  onPublish: () => void;
}>;

/** Which version is in force, whether the draft is safe, and what may be done with it. */
export function DraftBar({ campaignId, drafting, inForce, onPublish }: Props) {
  const [asks, setAsks] = useState(false);
  const version = inForce?.version ?? 0;
  const gap = whyNotYet(drafting.text.examples);
  return (
    <div className={styles.bar}>
      <p>
        {version === 0 ? 'Nothing is published yet.' : `Version ${version} is in force.`}{' '}
        <span role="status" className={textStyles.soft}>
          {describeSaving(drafting)}
        </span>
      </p>
      {gap !== '' && <p role="status">{gap}</p>}
      <p className={buttons.actions}>
        <Button
          look="primary"
          disabled={gap !== '' || !hasNews(drafting, inForce)}
          onClick={onPublish}
        >
          Publish version {version + 1}…
        </Button>
        {drafting.saving !== 'none' && (
          <Button onClick={() => setAsks(true)}>Discard the draft…</Button>
        )}
      </p>
      {asks && (
        <DiscardDialog
          campaignId={campaignId}
          draft={drafting.draft}
          inForce={inForce}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}
