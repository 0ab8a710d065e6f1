import type { JudgingTime } from '@/api/types';
import { secondsOf } from '@/features/campaign/setup/draft/cost';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { counted, formatCount } from '@/shared/format/numbers';
import { NumberField } from '@/shared/ui/fields/NumberField';
import fields from '@/features/campaign/setup/draft/fields.module.css';
import textStyles from '@/shared/styles/text.module.css';

/** Where the seconds a judgment come from, so that nobody takes them for more than they are. */
function describeTime(
  { source: by, n, seconds, mean_characters: length }: JudgingTime,
  own: number | null,
): string {
  const estimate = `${Math.max(1, Math.round(seconds))} s`;
  const begins = own === null ? '' : `Your own value. The estimate is ${estimate}: `;
  const source =
    by === 'judged'
      ? `the median of ${counted(n, 'judgment')} made here.`
      : by === 'length'
        ? `reading a passage of ${formatCount(Math.round(length ?? 0))} characters, the mean of ` +
          `${formatCount(n)} of them, at the usual speed, and a few seconds to decide.`
        : 'a guess, because no passage has a text.';
  return begins === '' ? source.charAt(0).toUpperCase() + source.slice(1) : begins + source;
}

type CostFormProps = Pick<StepProps, 'draft' | 'change'> & Readonly<{ time: JudgingTime }>;

/** What the cost is reckoned from. */
export function CostForm({ draft, change, time }: CostFormProps) {
  return (
    <section>
      <h3>Cost</h3>
      <div className={fields.row}>
        <NumberField
          label="Judgments per pair"
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
          label="Seconds per judgment"
          value={secondsOf(draft.seconds, time)}
          min={1}
          max={3600}
          onChange={(seconds) => change({ seconds })}
          onEmpty={() => change({ seconds: null })}
        />
      </div>
      <p className={textStyles.note}>{describeTime(time, draft.seconds)}</p>
      {draft.people < draft.perPair && (
        <p className={textStyles.warn}>
          {counted(draft.perPair, 'judgment')} of a pair come from as many people; with{' '}
          {draft.people} the campaign cannot be finished.
        </p>
      )}
    </section>
  );
}
