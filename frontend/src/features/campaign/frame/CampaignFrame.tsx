import { useMatch, useParams } from '@/shared/routing/Routes';
import { CampaignHead } from '@/features/campaign/frame/CampaignHead';
import { pageName, tabsOf } from '@/features/campaign/frame/pageNames';
import { useLocation } from '@/shared/routing/location';
import { asApiError, isRefused } from '@/shared/requests/errors';
import { Unread } from '@/shared/ui/requests/Unread';
import { useBoard } from '@/features/campaign/api/board';
import { useOverview } from '@/features/campaign/api/campaigns';
import { Tabs } from '@/shared/ui/Tabs';

/**
 * The campaign as the title line shows it. Beside the board it comes with the board's own
 * answer, so that both are as of the same moment; until that is there, and on other pages, alone.
 */
function useHead() {
  const id = Number(useParams().id);
  const isBoard = useMatch('/campaigns/:id') !== null;
  const alone = useOverview(id, !isBoard);
  const board = useBoard(id, isBoard);
  const { error, refetch } = isBoard && board.data !== undefined ? board : alone;
  const campaign = (isBoard ? board.data?.campaign : undefined) ?? alone.data;
  return { campaign, error, refetch };
}

/** What all pages of one campaign have in common: its name, its state, and the way between them. */
export default function CampaignFrame() {
  const { campaign, error, refetch } = useHead();
  const { pathname } = useLocation();
  if (campaign === undefined || (error !== null && isRefused(asApiError(error))))
    return (
      <Unread
        of={{ error, refetch }}
        waiting="Opening the campaign"
        trouble="This campaign cannot be shown now"
      />
    );
  return (
    <>
      <title>{`${pageName(pathname)} · ${campaign.name} · Regrade`}</title>
      <CampaignHead campaign={campaign} error={error} />
      <Tabs
        label="Campaign"
        pages={tabsOf(campaign.pool).map(({ tab, label }) => ({
          to: `/campaigns/${campaign.id}${tab}`,
          label,
        }))}
      />
    </>
  );
}
