import { useNavigate } from '@/shared/routing/location';
import { useSession } from '@/api/session';
import type { Joined } from '@/api/types';
import { workplaceOf } from '@/app/pages/workplaceOf';

/** Leads to where the role works; who came without an account has one now, and is signed in. */
export function useArrival(): (joined: Joined) => void {
  const navigate = useNavigate();
  const { refetch } = useSession();

  async function arrive({ campaign, role }: Joined): Promise<void> {
    await refetch();
    navigate(workplaceOf(campaign.id, role).to, { replace: true });
  }

  return (joined) => void arrive(joined);
}
