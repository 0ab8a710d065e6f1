import { lazy, Suspense } from 'react';
import { useHome } from '@/api/home';
import type { Home, Session } from '@/api/types';
import { JudgeSection } from '@/app/pages/home/JudgeSection';
import { OrganizeSection } from '@/app/pages/home/OrganizeSection';
import { ResearchSection } from '@/app/pages/home/ResearchSection';
import { SettleSection } from '@/app/pages/home/SettleSection';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

const WaitingElsewhere = lazy(() => import('@/features/judging/saving/WaitingElsewhere'));

const hasNothing = ({ judge, settle, organize, research }: Home): boolean =>
  judge.length + settle.length === 0 && organize === null && research === null;

type Props = Readonly<{ session: Session }>;

/** What an account finds first: judging, then organizing, then research, as it may do them. */
export function YourWork({ session }: Props) {
  const { data: home, error, refetch } = useHome();
  if (home === undefined) {
    if (error === null) return <Waiting label="Looking for your work" />;
    return (
      <PageTrouble
        title="Your work cannot be shown now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const username = session.username ?? '';
  return (
    <div>
      <h1>Your work</h1>
      <Suspense>
        <WaitingElsewhere username={username} />
      </Suspense>
      {hasNothing(home) && (
        <p>
          Nothing waits for you yet. An organizer who adds you to a campaign makes it appear here.
        </p>
      )}
      <JudgeSection tasks={home.judge} />
      <SettleSection queues={home.settle} />
      {home.organize !== null && <OrganizeSection campaigns={home.organize} />}
      {home.research !== null && <ResearchSection start={home.research} username={username} />}
    </div>
  );
}
