import { Suspense, lazy } from 'react';
import { useSetup } from '@/features/judging/api/setup';
import { Workspace } from '@/features/judging/page/Workspace';
import { isOver } from '@/shared/judging/stateNames';
import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import { Waiting } from '@/shared/ui/requests/Waiting';

const ConsentPage = lazy(() => import('@/features/judging/guideline/ConsentPage'));

type Props = Readonly<{ campaignId: number; username: string }>;

export default function JudgingPage({ campaignId, username }: Props) {
  const { data, error, refetch } = useSetup(campaignId);
  if (data === undefined) {
    if (error === null) return <Waiting label="Opening the campaign" />;
    return (
      <main>
        <PageTrouble
          title="This campaign cannot be judged now"
          error={error}
          onRetry={() => void refetch()}
        />
      </main>
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
