import { lazy, Suspense } from 'react';
import { useSession } from '@/api/session';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { useRead } from '@/api/read';
import type { Home, Session } from '@/api/types';
import { JudgeSection, SettleSection } from '@/app/pages/home/taskSections';
import { OrganizeSection } from '@/app/pages/home/OrganizeSection';
import { ResearchSection } from '@/app/pages/home/ResearchSection';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { Link } from '@/shared/routing/Link';
import { cx } from '@/shared/styles/cx';
import { Fact } from '@/shared/ui/Fact';
import buttons from '@/shared/styles/buttons.module.css';
import facts from '@/shared/styles/facts.module.css';
import styles from '@/app/pages/Welcome.module.css';

const WaitingElsewhere = lazy(() => import('@/features/judging/saving/WaitingElsewhere'));

const hasNothing = ({ judge, settle, organize, research }: Home): boolean =>
  judge.length + settle.length === 0 && organize === null && research === null;

type Props = Readonly<{ session: Session }>;

const REFRESH_MS = 60_000;

/** What an account finds first: judging, then organizing, then research, as it may do them. Judging changes it: old figures are never shown as new. */
function YourWork({ session }: Props) {
  const username = session.username ?? '';
  return (
    <Loaded
      query={useRead('/api/home', {}, { staleTime: 0, refetchInterval: REFRESH_MS })}
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
            <p>Nothing waits for you yet. Campaigns appear here once an organizer adds you.</p>
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

/** The page that anyone may see. */
function Welcome() {
  return (
    <article className={styles.welcome}>
      <h1>What do our rankings really score, once people have looked?</h1>
      <p className={styles.lead}>
        Regrade is a workbench for the test collections of information retrieval. A judgment saved
        here can change the order of systems on the comparison page.
      </p>
      <dl className={cx(facts.facts, styles.roles)}>
        <Fact name="Assessors">
          judge passages in the browser: one key judges, saves and shows the next.
        </Fact>
        <Fact name="Organizers">
          watch a campaign fill, see where assessors agree, and derive labels by a stated rule.
        </Fact>
        <Fact name="Researchers">
          score runs again under old and new labels, and see which differences hold.
        </Fact>
      </dl>
      <p className={buttons.actions}>
        <Link to="/login" className={buttons.primary}>
          Sign in
        </Link>
      </p>
    </article>
  );
}

/** A signed-in person's work, and for everyone else what Regrade is. */
export default function Home() {
  const { data: session, error } = useSession();
  return (
    <>
      <title>Regrade</title>
      {session === undefined && error === null ? (
        <Waiting label="Opening the page" />
      ) : session !== undefined && session.username !== null ? (
        <YourWork session={session} />
      ) : (
        <Welcome />
      )}
    </>
  );
}
