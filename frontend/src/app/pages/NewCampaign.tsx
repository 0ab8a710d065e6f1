import { useSession } from '@/features/session/hooks/useSession';
import NewCampaignPage from '@/features/setup/components/NewCampaignPage';

/** Drafts are kept apart by who wrote them. */
export default function NewCampaign() {
  const { data: session } = useSession();
  if (session?.username == null) return null;
  return <NewCampaignPage key={session.username} username={session.username} />;
}
