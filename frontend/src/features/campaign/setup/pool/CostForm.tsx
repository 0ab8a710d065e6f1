import { NumberField } from '@/shared/ui/fields/NumberField';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { secondsOf } from '@/features/campaign/setup/draft/cost';
import { describeTime } from '@/features/campaign/setup/pool/describeTime';
import type { JudgingTime } from '@/api/types';
import { counted } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import fields from '@/features/campaign/setup/draft/fields.module.css';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ time: JudgingTime }>;

/** What the cost is reckoned from. */
export function CostForm({ draft, change, time }: Props) {
  return (
    <section>
      <h3>What it costs</h3>
      <div className={fields.row}>
        <NumberField
          label="Judgments a pair"
          value={draft.perPair}
          min={1}
          max={100}
          onChange={(perPair) => change({ perPair })}
        />
        <NumberField
          label="Assessors"
          value={draft.people}
          min={1}
          max={10_000}
          onChange={(people) => change({ people })}
        />
        <NumberField
          label="Seconds a judgment"
          value={secondsOf(draft.seconds, time)}
          min={1}
          max={3600}
          onChange={(seconds) => change({ seconds })}
          onEmpty={() => change({ seconds: null })}
        />
      </div>
      <p className={text.note}>{describeTime(time, draft.seconds)}</p>
      {draft.people < draft.perPair && (
        <p className={text.warn}>
          {counted(draft.perPair, 'judgment')} of a pair come from as many people; with{' '}
          {draft.people} the campaign cannot be finished.
        </p>
      )}
    </section>
  );
}
