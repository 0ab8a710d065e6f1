import { useRead } from '@/api/read';
import { Unread } from '@/shared/ui/Unread';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { DeriveSection } from '@/features/campaign/labels/DeriveSection';
import { ExportSection } from '@/features/campaign/labels/ExportSection';
import { LabelSetList } from '@/features/campaign/labels/LabelSetList';
import styles from '@/features/campaign/labels/labels.module.css';

/** Labels of a campaign: made of its votes, and taken along as files. */
export default function LabelsPage() {
  const id = Number(useParams().id);
  const query = useRead('/api/campaigns/{campaign_id}/labels', {
    campaign_id: id,
  });
  const { data: labels } = query;
  if (labels === undefined)
    return <Unread of={query} waiting="Opening the labels" trouble="Labels cannot be shown now" />;
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
