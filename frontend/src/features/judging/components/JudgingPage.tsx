import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import { setupQuery } from '@/features/judging/api/readSetup';

import { Workspace } from '@/features/judging/components/Workspace';
import { isOver } from '@/shared/stateNames';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import '@/features/judging/styles/page.css';
import '@/features/judging/styles/topbar.css';
import '@/features/judging/styles/passage.css';
import '@/features/judging/styles/dock.css';
import '@/features/judging/styles/panel.css';
import '@/features/judging/styles/history.css';

const ConsentPage = lazy(() => import('@/features/judging/components/ConsentPage'));

type Props = Readonly<{ campaignId: number; username: string }>;

export default function JudgingPage({ campaignId, username }: Props) {
  const { data, error, refetch } = useQuery(setupQuery(campaignId));
  if (data === undefined) {
    if (error === null) return <Waiting label="Opening the campaign" />;
    return (
      <PageTrouble
        title="This campaign cannot be judged now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const { campaign, notice } = data;
  return (
    <>
      <title>{`${campaign.name} · Regrade`}</title>
      {notice !== null && !notice.is_accepted && !isOver(campaign.state) ? (
        <Suspense fallback={<Waiting label="Opening the campaign" />}>
          <ConsentPage setup={data} notice={notice} />
        </Suspense>
      ) : (
        <Workspace setup={data} username={username} />
      )}
    </>
  );
}
