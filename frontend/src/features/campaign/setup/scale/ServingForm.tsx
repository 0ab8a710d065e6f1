import { NumberField } from '@/shared/ui/fields/NumberField';
import { FurtherFields } from '@/features/campaign/policy/FurtherFields';
import { TopicSetFields } from '@/features/campaign/policy/TopicSetFields';
import { UnitField } from '@/features/campaign/policy/UnitField';
import { MOST } from '@/features/campaign/policy/serving';
import type { Serving } from '@/features/campaign/policy/serving';
import { draftServing, servingOf } from '@/features/campaign/setup/draft/draft';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { GoldField } from '@/features/campaign/setup/scale/GoldField';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/setup/scale/ServingForm.module.css';

type Props = Pick<StepProps, 'draft' | 'change'>;

/** How pairs are served; what few campaigns need is folded away. */
export function ServingForm({ draft, change }: Props) {
  const serving = servingOf(draft);
  const set = (part: Partial<Serving>): void => change(draftServing({ ...serving, ...part }));
  return (
    <section>
      <h3>Serving</h3>
      <UnitField value={serving.unit} onChange={(unit) => set({ unit })} />
      <details className={parts.fold}>
        <summary>More: sets of topics, pairs for everyone, gold, repeats, rotation</summary>
        <div className={styles.more}>
          {serving.unit === 'topics' && <TopicSetFields value={serving} onChange={set} />}
          <NumberField
            label="Pairs that everyone judges"
            hint="Drawn at random. They show how far all agree, and cost one judgment of each person."
            value={draft.nOverlap}
            min={0}
            max={MOST}
            onChange={(nOverlap) => change({ nOverlap })}
          />
          <FurtherFields value={serving} onChange={set} />
          <GoldField draft={draft} change={change} />
        </div>
      </details>
    </section>
  );
}
