import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { useCampaignLabels } from '@/features/campaign/api/labels';
import { DeriveSection } from '@/features/campaign/labels/DeriveSection';
import { ExportSection } from '@/features/campaign/labels/ExportSection';
import { LabelSetList } from '@/features/campaign/labels/LabelSetList';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import styles from '@/features/campaign/labels/labels.module.css';

/** Labels of a campaign: made of its votes, and taken along as files. */
export default function LabelsPage() {
  const id = Number(useParams().id);
  const { data: labels, error, refetch } = useCampaignLabels(id);
  if (labels === undefined) {
    if (error === null) return <Waiting label="Opening the labels" />;
    return (
      <PageTrouble
        title="Labels cannot be shown now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={styles.page}>
      <DeriveSection
        key={`${labels.n_decisions > 0}`} // the first decision changes what the form begins with
        campaignId={id}
        labels={labels}
      />
      <LabelSetList labels={labels} />
      <p>
        <Link to={`/campaigns/${id}/figures`}>Figures of the campaign</Link> ·{' '}
        <Link to={`/campaigns/${id}/watch`}>Two runs while it runs</Link>
      </p>
      <ExportSection campaignId={id} />
    </div>
  );
}
