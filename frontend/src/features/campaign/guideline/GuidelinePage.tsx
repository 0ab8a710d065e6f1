import { useGuidelineDraft } from '@/features/campaign/api/draft';
import { useGuidelines } from '@/features/campaign/api/guidelines';
import { GuidelineDesk } from '@/features/campaign/guideline/GuidelineDesk';
import { GuidelineHistory } from '@/features/campaign/guideline/GuidelineHistory';
import { NoticeSection } from '@/features/campaign/guideline/NoticeSection';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { useHashTarget } from '@/features/campaign/kit/useHashTarget';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

export default function GuidelinePage() {
  const campaign = useCampaign();
  const draft = useGuidelineDraft(campaign.id);
  const versions = useGuidelines(campaign.id);
  const isReady = draft.data !== undefined && versions.data !== undefined;
  useHashTarget(isReady);
  if (!isReady) {
    const failed = [draft, versions].find(({ error }) => error !== null);
    if (failed === undefined) return <Waiting label="Opening the guideline" />;
    return (
      <PageTrouble
        title="The guideline cannot be shown now"
        error={failed.error}
        onRetry={() => void failed.refetch()}
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
