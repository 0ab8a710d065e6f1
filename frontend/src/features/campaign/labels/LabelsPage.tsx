import { useRead } from '@/api/read';
import { Unread } from '@/shared/ui/requests/Unread';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { DeriveSection } from '@/features/campaign/labels/DeriveSection';
import { ExportSection } from '@/features/campaign/labels/ExportSection';
import type { CampaignLabels } from '@/api/types';
import { LabelSetCard } from '@/features/campaign/labels/LabelSetCard';
import { counted } from '@/shared/format/numbers';
import styles from '@/features/campaign/labels/labels.module.css';
import text from '@/shared/styles/text.module.css';
import labelSets from '@/features/campaign/labels/labelSets.module.css';

/** The campaign's label sets, the newest first. */
function LabelSetList({ labels }: Readonly<{ labels: CampaignLabels }>) {
  const { label_sets: sets, scale, pool_runs: poolRuns } = labels;
  return (
    <section aria-labelledby="label-sets">
      <h2 id="label-sets">Label sets of this campaign</h2>
      {sets.length === 0 ? (
        <p className={text.soft}>
          None yet. What you make above shows here, to be downloaded as qrels.
        </p>
      ) : (
        <>
          <p className={text.soft}>{counted(sets.length, 'label set')}, the newest first.</p>
          <ul className={labelSets.sets}>
            {sets.map((one) => (
              <li key={one.id}>
                <LabelSetCard labels={one} scale={scale} poolRuns={poolRuns} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

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
