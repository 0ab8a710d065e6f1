import { lazy, Suspense } from 'react';
import { useHome } from '@/api/home';
import type { Home, Session } from '@/api/types';
import { JudgeSection, SettleSection } from '@/app/pages/home/taskSections';
import { OrganizeSection } from '@/app/pages/home/OrganizeSection';
import { ResearchSection } from '@/app/pages/home/ResearchSection';
import { Loaded } from '@/shared/ui/Loaded';

const WaitingElsewhere = lazy(() => import('@/features/judging/saving/WaitingElsewhere'));

const hasNothing = ({ judge, settle, organize, research }: Home): boolean =>
  judge.length + settle.length === 0 && organize === null && research === null;

type Props = Readonly<{ session: Session }>;

/** What an account finds first: judging, then organizing, then research, as it may do them. */
export function YourWork({ session }: Props) {
  const username = session.username ?? '';
  return (
    <Loaded
      query={useHome()}
      trouble="Your work cannot be shown now"
      waiting="Looking for your work"
      keepsAnswer
    >
      {(home) => (
        <div>
          <h1>Your work</h1>
          <Suspense>
            <WaitingElsewhere username={username} />
          </Suspense>
          {hasNothing(home) && (
            <p>
              Nothing waits for you yet. An organizer who adds you to a campaign makes it appear
              here.
            </p>
          )}
          <JudgeSection tasks={home.judge} />
          <SettleSection queues={home.settle} />
          {home.organize !== null && <OrganizeSection campaigns={home.organize} />}
          {home.research !== null && <ResearchSection start={home.research} username={username} />}
        </div>
      )}
    </Loaded>
  );
}
