import CampaignsPage from '@/features/campaign/list/CampaignsPage';
import { useSession } from '@/api/session';

export default function Campaigns() {
  const { data: session } = useSession();
  return <CampaignsPage mayOrganize={session?.may_organize ?? false} />;
}
