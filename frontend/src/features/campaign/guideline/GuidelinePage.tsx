import { useRead } from '@/api/read';
import { useGuidelineDraft } from '@/features/campaign/api/draft';
import { GuidelineDesk } from '@/features/campaign/guideline/GuidelineDesk';
import { GuidelineHistory } from '@/features/campaign/guideline/GuidelineHistory';
import { NoticeSection } from '@/features/campaign/guideline/NoticeSection';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { useHashTarget } from '@/features/campaign/kit/useHashTarget';
import { Unread } from '@/shared/ui/requests/Unread';

export default function GuidelinePage() {
  const campaign = useCampaign();
  const draft = useGuidelineDraft(campaign.id);
  const versions = useRead('/api/campaigns/{campaign_id}/guidelines', { campaign_id: campaign.id });
  const isReady = draft.data !== undefined && versions.data !== undefined;
  useHashTarget(isReady);
  if (!isReady) {
    const unread = draft.error === null ? versions : draft;
    return (
      <Unread
        of={unread}
        waiting="Opening the guideline"
        trouble="The guideline cannot be shown now"
      />
    );
  }
  return (
    <div>
      {campaign.state === 'archived' ? (
        <section aria-labelledby="guideline">
          <h2 id="guideline">Guideline</h2>
          <GuidelineHistory campaignId={campaign.id} versions={versions.data} />
        </section>
      ) : (
        <GuidelineDesk campaign={campaign} initial={draft.data} versions={versions.data} />
      )}
      <NoticeSection campaign={campaign} />
    </div>
  );
}
