import { useEffect, useState } from 'react';
import { Link } from '@/shared/routing/Link';
import { pageStore } from '@/features/judging/outbox/submissionStore';
import type { PendingCount } from '@/features/judging/outbox/pendingSubmissions';
import { counted } from '@/shared/format/numbers';
import styles from '@/features/judging/saving/WaitingElsewhere.module.css';

function PendingText({ count, isOwn }: Readonly<{ count: PendingCount; isOwn: boolean }>) {
  const verb = count.n === 1 ? 'waits' : 'wait';
  if (!isOwn) {
    return (
      <>
        {counted(count.n, 'judgment')} of {count.username} {verb} in this browser, and{' '}
        {count.n === 1 ? 'is' : 'are'} sent when {count.username} signs in here again.
      </>
    );
  }
  const campaign = <Link to={`/judge/${count.campaignId}`}>Open the campaign</Link>;
  if (count.nRejected > 0) {
    return (
      <>
        {counted(count.nRejected, 'judgment')} of yours {count.nRejected === 1 ? 'was' : 'were'} not
        taken. {campaign} to see why.
      </>
    );
  }
  return (
    <>
      {counted(count.n, 'judgment')} of yours {verb} in this browser. {campaign} to send{' '}
      {count.n === 1 ? 'it' : 'them'}.
    </>
  );
}

type Props = Readonly<{
  username: string;
  /** The open campaign shows the user's own pending judgments itself. */
  openCampaignId?: number;
}>;

/** Pending judgments in this browser that this page does not send: of other users or campaigns. */
export default function WaitingElsewhere({ username, openCampaignId }: Props) {
  const [counts, setCounts] = useState<readonly PendingCount[]>([]);
  useEffect(() => {
    let isShown = true;
    void pageStore.counts().then((stored) => isShown && setCounts(stored));
    return () => {
      isShown = false;
    };
  }, []);
  const elsewhere = counts.filter(
    (count) => count.username !== username || count.campaignId !== openCampaignId,
  );
  return elsewhere.map((count) => (
    <p key={`${count.campaignId}/${count.username}`} className={styles.waiting} role="note">
      <PendingText count={count} isOwn={count.username === username} />
    </p>
  ));
}
