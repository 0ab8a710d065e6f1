import { NumberField } from '@/shared/ui/fields/NumberField';
import { FurtherFields } from '@/features/campaign/policy/FurtherFields';
import { TopicSetFields } from '@/features/campaign/policy/TopicSetFields';
import { UnitField } from '@/features/campaign/policy/UnitField';
import { MOST } from '@/features/campaign/policy/serving';
import type { Serving } from '@/features/campaign/policy/serving';
import { draftServing, servingOf } from '@/features/campaign/setup/draft/draft';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { GoldEveryField } from '@/features/campaign/policy/GoldEveryField';
import { GOLD_EVERY } from '@/features/campaign/setup/draft/cost';
import { goldOf } from '@/features/campaign/setup/draft/gold';
import { counted } from '@/shared/format/numbers';
import { AreaField } from '@/shared/ui/fields/AreaField';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/setup/scale/ServingForm.module.css';
import text from '@/shared/styles/text.module.css';

/** Pairs whose grade an expert has given, hidden among the others. */
function GoldField({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const { marks, trouble } = goldOf(draft);
  return (
    <>
      <AreaField
        label="Gold pairs"
        hint={
          <>
            Pairs of the pool that an expert graded: one a line, query_id, passage_id and grade.{' '}
            {marks.length > 0 && `${counted(marks.length, 'pair')}.`}
          </>
        }
        rows={4}
        value={draft.gold}
        spellCheck={false}
        placeholder="query_id passage_id grade"
        onChange={(gold) => change({ gold })}
      />
      {trouble !== null && (
        <p role="alert" className={text.wrong}>
          In {trouble}
        </p>
      )}
      {marks.length > 0 && (
        <GoldEveryField
          value={draft.goldEvery ?? GOLD_EVERY}
          onChange={(goldEvery) => change({ goldEvery })}
        />
      )}
    </>
  );
}

/** How pairs are served; what few campaigns need is folded away. */
export function ServingForm({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
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
