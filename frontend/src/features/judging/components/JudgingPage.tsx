import { useQuery } from '@tanstack/react-query';
import { setupQuery } from '@/features/judging/api/readSetup';
import { Workspace } from '@/features/judging/components/Workspace';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import '@/features/judging/styles/page.css';
import '@/features/judging/styles/topbar.css';
import '@/features/judging/styles/passage.css';
import '@/features/judging/styles/dock.css';
import '@/features/judging/styles/panel.css';

type Props = Readonly<{ campaignId: number; username: string }>;

export default function JudgingPage({ campaignId, username }: Props) {
  const { data, error, refetch } = useQuery(setupQuery(campaignId));
  if (error !== null) {
    return (
      <PageTrouble
        title="This campaign cannot be judged now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Waiting label="Opening the campaign" />;
  return (
    <>
      <title>{`${data.campaign.name} · Regrade`}</title>
      <Workspace setup={data} username={username} />
    </>
  );
}
