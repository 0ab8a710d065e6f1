import type { CampaignAgreement, Grade } from '@/api/types';
import { GradesSection } from '@/features/campaign/agreement/assessors/GradesSection';
import { MatrixSection } from '@/features/campaign/agreement/assessors/MatrixSection';
import { categoriesOf } from '@/features/campaign/agreement/choice/categories';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { PartTable } from '@/features/campaign/agreement/parts/PartTable';
import { TimeSection } from '@/features/campaign/agreement/parts/TimeSection';
import { TopicSection } from '@/features/campaign/agreement/parts/TopicSection';
import { CoefficientSection } from '@/features/campaign/agreement/votes/CoefficientSection';
import { ConfusionSection } from '@/features/campaign/agreement/votes/ConfusionSection';
import { HighlightSection } from '@/features/campaign/agreement/votes/HighlightSection';
import { PatternSection } from '@/features/campaign/agreement/votes/PatternSection';
import { SettledSection } from '@/features/campaign/agreement/votes/SettledSection';
import styles from '@/features/campaign/agreement/page/figures.module.css';

type Props = Readonly<{
  campaign: Readonly<{ id: number; name: string; scale: readonly Grade[] }>;
  agreement: CampaignAgreement;
  choice: Choice;
}>;

/** The only import of Plot on this page. */
export default function AllFigures({ campaign, agreement, choice }: Props) {
  const { grades: depth, highlights } = agreement;
  const { id } = campaign;
  const categories = categoriesOf(depth.scale, campaign.scale, choice);
  const key = `${choice.threshold ?? ''} ${choice.missing ?? ''}`;
  return (
    <div className={styles.sections}>
      <div>
        <CoefficientSection depth={depth} name={campaign.name} />
        <ConfusionSection confusion={depth.confusion} categories={categories} campaignId={id} />
        <PatternSection
          patterns={depth.patterns}
          campaignId={id}
          isAsGiven={choice.threshold === undefined}
        />
        <SettledSection depth={depth} />
      </div>
      <div>
        <MatrixSection campaignId={id} choice={choice} />
        <GradesSection campaignId={id} grades={campaign.scale} choice={choice} />
        <TimeSection campaignId={id} choice={choice} />
        {highlights !== null && (
          <HighlightSection highlights={highlights} sampling={depth.sampling} campaignId={id} />
        )}
      </div>
      <div className={styles.wide}>
        <TopicSection key={key} campaignId={id} choice={choice} categories={categories} />
      </div>
      <PartTable campaignId={id} by="stratum" choice={choice} />
      <PartTable campaignId={id} by="guideline" choice={choice} />
    </div>
  );
}
