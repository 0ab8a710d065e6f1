import { useParams } from '@/shared/routing/Routes';
import { useOverviewRead } from '@/features/campaign/api/campaigns';

/** The campaign of the page's address; the frame around the page has read it already. */
export function useCampaign() {
  const id = Number(useParams().id);
  return useOverviewRead(id);
}
