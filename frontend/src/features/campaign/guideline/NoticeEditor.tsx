import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import type { NoticeVersion } from '@/api/types';
import { post } from '@/api/calls';
import { useChange } from '@/features/campaign/api/change';
import { MarkdownEditor } from '@/features/campaign/guideline/MarkdownEditor';
import { counted } from '@/shared/format/numbers';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import buttons from '@/shared/styles/buttons.module.css';

/** Who has to accept the new version before their next passage. */
function again(inForce: NoticeVersion | null): string {
  if (inForce === null || inForce.n_accepted === 0) {
    return 'Assessors accept it before their first passage.';
  }
  const people = counted(inForce.n_accepted, 'assessor');
  return `${people} accepted version ${inForce.version}, and must accept the new one before the next passage.`;
}

type Props = Readonly<{
  campaignId: number;
  inForce: NoticeVersion | null;
  onDone: () => void;
}>;

/** What is written of it is kept in this browser until it is published. */
export function NoticeEditor({ campaignId, inForce, onDone }: Props) {
  const [kept, setBody, forget] = useLocalStorage<string | undefined>({
    key: `regrade.notice.${campaignId}`,
  });
  const [asks, setAsks] = useState(false);
  const body = kept ?? inForce?.body ?? '';
  const leave = (): void => {
    forget();
    onDone();
  };
  const { mutate, error, isPending } = useChange(
    campaignId,
    () => post('/api/campaigns/{campaign_id}/notices', { campaign_id: campaignId }, { body }),
    leave,
  );
  const isNew = body.trim() !== '' && body !== inForce?.body;
  return (
    <>
      <MarkdownEditor
        what="notice"
        label="New version of the notice"
        value={body}
        onChange={setBody}
      />
      <p className={buttons.actions}>
        <Button look="primary" disabled={!isNew} onClick={() => setAsks(true)}>
          Publish the notice…
        </Button>
        <Button onClick={leave}>Discard it</Button>
      </p>
      {asks && (
        <ConfirmDialog
          title={`Publish version ${(inForce?.version ?? 0) + 1} of the notice?`}
          verb="Publish"
          isPending={isPending}
          error={error}
          onConfirm={() => mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{again(inForce)} A published version never changes.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
