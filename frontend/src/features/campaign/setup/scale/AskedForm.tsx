import { NumberField } from '@/features/campaign/kit/NumberField';
import { MOST } from '@/features/campaign/policy/serving';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';

type Props = Pick<StepProps, 'draft' | 'change'>;

/** How often each pair is judged, how much of one person, and what is asked besides the grade. */
export function AskedForm({ draft, change }: Props) {
  return (
    <section>
      <h3>Judgments</h3>
      <div className="inline-fields">
        <NumberField
          label="Judgments a pair"
          hint="From different people. Three let a majority decide."
          value={draft.perPair}
          min={1}
          max={100}
          onChange={(perPair) => change({ perPair })}
        />
        <NumberField
          label="Pairs for each person"
          hint="Their quota. Empty: as many as there are."
          none="no quota"
          value={draft.quota}
          min={1}
          max={MOST}
          onChange={(quota) => change({ quota })}
          onEmpty={() => change({ quota: null })}
        />
      </div>
      <fieldset className="choices">
        <legend>Besides the grade</legend>
        <label className="choice">
          <input
            type="checkbox"
            checked={draft.asksConfidence}
            onChange={(event) => change({ asksConfidence: event.target.checked })}
          />
          <span>Offer to say how sure they are</span>
        </label>
        <label className="choice">
          <input
            type="checkbox"
            checked={draft.asksNote}
            onChange={(event) => change({ asksNote: event.target.checked })}
          />
          <span>Offer to leave a note</span>
        </label>
      </fieldset>
    </section>
  );
}
