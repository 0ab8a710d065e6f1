import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { post } from '@/api/calls';
import { useRead } from '@/api/read';
import type { CampaignOverview, NoticeVersion } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { MarkdownEditor } from '@/features/campaign/guideline/MarkdownEditor';
import { counted } from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Prose } from '@/shared/ui/Prose';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import styles from '@/features/campaign/guideline/version.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

/** Who has to accept the new version before their next passage. */
function again(inForce: NoticeVersion | null): string {
  if (inForce === null || inForce.n_accepted === 0) {
    return 'Assessors accept it before their first passage.';
  }
  const people = counted(inForce.n_accepted, 'assessor');
  return `${people} accepted version ${inForce.version}, and must accept the new one before the next passage.`;
}

type NoticeEditorProps = Readonly<{
  campaignId: number;
  inForce: NoticeVersion | null;
  onDone: () => void;
}>;

/** What is written of it is kept in this browser until it is published. */
function NoticeEditor({ campaignId, inForce, onDone }: NoticeEditorProps) {
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
    (written: string) =>
      post('/api/campaigns/{campaign_id}/notices', { campaign_id: campaignId }, { body: written }),
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
          onConfirm={() => mutate(body)}
          onClose={() => setAsks(false)}
        >
          <p>{again(inForce)} A published version never changes.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Newest({ notice }: Readonly<{ notice: NoticeVersion | null }>) {
  if (notice === null) return <p>None is published.</p>;
  return (
    <details className={styles.version}>
      <summary>
        Version {notice.version}, in force{' '}
        <span className={text.soft}>
          · {formatDay(notice.published_at)} · accepted by {counted(notice.n_accepted, 'assessor')}
        </span>
      </summary>
      <Prose html={notice.html} />
    </details>
  );
}

type NextProps = Readonly<{ campaignId: number; inForce: NoticeVersion | null }>;

function NextVersion({ campaignId, inForce }: NextProps) {
  const [isWriting, setWriting] = useState(false);
  if (isWriting) {
    return (
      <NoticeEditor campaignId={campaignId} inForce={inForce} onDone={() => setWriting(false)} />
    );
  }
  return (
    <p>
      <Button look="second" onClick={() => setWriting(true)}>
        Write a new version
      </Button>
    </p>
  );
}

type Props = Readonly<{ campaign: CampaignOverview }>;

/** What is recorded, which assessors accept before their first passage. */
export function NoticeSection({ campaign: { id, state } }: Props) {
  const { data: notices, error } = useRead('/api/campaigns/{campaign_id}/notices', {
    campaign_id: id,
  });
  const inForce = notices?.[0] ?? null;
  return (
    <section aria-labelledby="notice">
      <h2 id="notice">Notice</h2>
      <p className={text.soft}>
        It says which data are recorded and why, who sees them, and how to withdraw. Assessors
        accept it before their first passage, and a new version again.
      </p>
      <ErrorMessage error={error} />
      {notices !== undefined && <Newest notice={inForce} />}
      {notices !== undefined && state !== 'archived' && (
        <NextVersion campaignId={id} inForce={inForce} />
      )}
    </section>
  );
}
