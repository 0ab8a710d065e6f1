import { NumberField } from '@/shared/ui/fields/NumberField';
import { FurtherFields } from '@/features/campaign/policy/FurtherFields';
import { TopicSetFields } from '@/features/campaign/policy/TopicSetFields';
import { UnitField } from '@/features/campaign/policy/UnitField';
import { MOST } from '@/features/campaign/policy/serving';
import type { Serving } from '@/features/campaign/policy/serving';
import { draftServing, servingOf } from '@/features/campaign/setup/draft/draft';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/setup/scale/ServingForm.module.css';
import text from '@/shared/styles/text.module.css';

/** How pairs are served; what few campaigns need is folded away. */
export function ServingForm({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const serving = servingOf(draft);
  const set = (part: Partial<Serving>): void =>
    change(draftServing({ ...serving, unit: draft.unit, ...part }));
  return (
    <section>
      <h3>Serving</h3>
      {draft.way === 'design' ? (
        <p className={text.soft}>
          Assessors get single pairs in the order drawn, so that those judged at any time are a
          sample by design.
        </p>
      ) : (
        <UnitField value={serving.unit} onChange={(unit) => set({ unit })} />
      )}
      <details className={parts.fold}>
        <summary>More: sets of topics, pairs for everyone, repeats, rotation</summary>
        <div className={styles.more}>
          {serving.unit === 'topics' && <TopicSetFields value={serving} onChange={set} />}
          {draft.way === 'active' ? (
            <p className={text.soft}>
              Pairs for everyone are drawn beforehand, so there are none where pairs are chosen step
              by step.
            </p>
          ) : (
            <NumberField
              label="Pairs for everyone"
              hint="Drawn at random. Every assessor judges them, which shows how far all agree."
              value={draft.nOverlap}
              min={0}
              max={MOST}
              onChange={(nOverlap) => change({ nOverlap })}
            />
          )}
          <FurtherFields value={serving} onChange={set} />
        </div>
      </details>
    </section>
  );
}
