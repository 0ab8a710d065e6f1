import { lazy, useState } from 'react';
import { Navigate, useParams } from '@/shared/routing/Routes';
import JudgingPage from '@/features/judging/page/JudgingPage';
import { useSession } from '@/api/session';
import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import { Waiting } from '@/shared/ui/requests/Waiting';

const NotFound = lazy(() => import('@/shared/ui/requests/NotFound'));

/**
 * Whoever has begun to judge stays at the desk when the server is away or the login has expired: the
 * desk says so itself, and what is judged meanwhile waits.
 */
function useWhoJudges(now: string | null | undefined): string | null | undefined {
  const [seen, setSeen] = useState(now);
  if (now !== seen && typeof now === 'string') setSeen(now);
  return now ?? seen ?? now;
}

export default function Judge() {
  const { data, error, refetch } = useSession();
  const username = useWhoJudges(data?.username);
  const id = Number(useParams().id);
  if (!Number.isInteger(id)) return <NotFound />;
  if (data === undefined && error !== null) {
    return (
      <PageTrouble title="Judging cannot start now" error={error} onRetry={() => void refetch()} />
    );
  }
  if (username === undefined) return <Waiting label="Opening the campaign" />;
  if (username === null) return <Navigate to={`/login?next=/judge/${id}`} replace />;
  return <JudgingPage key={`${id}/${username}`} campaignId={id} username={username} />;
}
