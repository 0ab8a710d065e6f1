import CampaignsPage from '@/features/campaigns/components/CampaignsPage';
import { useSession } from '@/features/session/hooks/useSession';

export default function Campaigns() {
  const { data: session } = useSession();
  return <CampaignsPage mayOrganize={session?.may_organize ?? false} />;
}
