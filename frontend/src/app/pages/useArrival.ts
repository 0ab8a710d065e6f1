import { useNavigate } from '@/shared/routing/location';
import { useSession } from '@/api/session';

/** Leads to the judging page; who came without an account has one now, and is signed in. */
export function useArrival(): (campaignId: number) => void {
  const navigate = useNavigate();
  const { refetch } = useSession();

  async function arrive(campaignId: number): Promise<void> {
    await refetch();
    navigate(`/judge/${campaignId}`, { replace: true });
  }

  return (campaignId) => void arrive(campaignId);
}
