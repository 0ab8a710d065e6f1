import { Suspense } from 'react';
import { Outlet } from '@/shared/routing/Routes';
import { CampaignHead } from '@/features/campaign/frame/CampaignHead';
import { CampaignTabs } from '@/features/campaign/frame/CampaignTabs';
import { pageName } from '@/features/campaign/frame/pageNames';
import { useHead } from '@/features/campaign/frame/useHead';
import { useLocation } from '@/shared/routing/location';
import { asApiError, isRefused } from '@/shared/errors';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

/** What all pages of one campaign have in common: its name, its state, and the way between them. */
export default function CampaignFrame() {
  const { campaign, error, refetch } = useHead();
  const { pathname } = useLocation();
  if (campaign === undefined || (error !== null && isRefused(asApiError(error)))) {
    if (error === null) return <Waiting label="Opening the campaign" />;
    return (
      <PageTrouble
        title="This campaign cannot be shown now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <title>{`${pageName(pathname)} · ${campaign.name} · Regrade`}</title>
      <CampaignHead campaign={campaign} error={error} />
      <CampaignTabs />
      <Suspense fallback={<Waiting label="Opening the page" />}>
        <Outlet />
      </Suspense>
    </>
  );
}
