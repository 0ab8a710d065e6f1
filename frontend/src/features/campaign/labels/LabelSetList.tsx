import type { CampaignLabels } from '@/api/types';
import { LabelSetCard } from '@/features/campaign/labels/LabelSetCard';
import { counted } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/labels/labelSets.module.css';

/** The campaign's label sets, the newest first. */
export function LabelSetList({ labels }: Readonly<{ labels: CampaignLabels }>) {
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
          <ul className={styles.sets}>
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
