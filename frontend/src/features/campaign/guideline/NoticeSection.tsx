import { useState } from 'react';
import type { CampaignOverview, NoticeVersion } from '@/api/types';
import { useRead } from '@/api/read';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { NoticeEditor } from '@/features/campaign/guideline/NoticeEditor';
import { counted } from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Prose } from '@/shared/ui/Prose';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/guideline/version.module.css';

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
        What is recorded, why, who sees it and how to withdraw. Assessors accept it before their
        first passage, and a new version again.
      </p>
      <ErrorText error={error} />
      {notices !== undefined && <Newest notice={inForce} />}
      {notices !== undefined && state !== 'archived' && (
        <NextVersion campaignId={id} inForce={inForce} />
      )}
    </section>
  );
}
