import { useSession } from '@/api/session';
import NewCampaignPage from '@/features/campaign/setup/page/NewCampaignPage';

/** Drafts are kept apart by who wrote them. */
export default function NewCampaign() {
  const { data: session } = useSession();
  if (session?.username == null) return null;
  return <NewCampaignPage key={session.username} username={session.username} />;
}
