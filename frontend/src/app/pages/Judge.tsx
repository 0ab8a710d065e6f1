import { Navigate, useParams } from 'react-router';
import NotFound from '@/app/pages/NotFound';
import JudgingPage from '@/features/judging/components/JudgingPage';
import { useSession } from '@/features/session/hooks/useSession';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

export default function Judge() {
  const { data, error, refetch } = useSession();
  const id = Number(useParams().id);
  if (!Number.isInteger(id)) return <NotFound />;
  if (error !== null) {
    return (
      <PageTrouble title="Judging cannot start now" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <Waiting label="Opening the campaign" />;
  if (data.username === null) return <Navigate to={`/login?next=/judge/${id}`} replace />;
  return <JudgingPage key={id} campaignId={id} username={data.username} />;
}
