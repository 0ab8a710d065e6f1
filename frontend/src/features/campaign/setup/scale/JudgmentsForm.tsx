import { NumberField } from '@/shared/ui/fields/NumberField';
import { MOST } from '@/features/campaign/policy/serving';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';
import fields from '@/features/campaign/setup/draft/fields.module.css';

/** How often each pair is judged, how much of one person, and what is asked besides the grade. */
export function JudgmentsForm({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  return (
    <section>
      <h3>Judgments</h3>
      <div className={fields.row}>
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
      <ChoiceList legend="Besides the grade">
        <CheckField
          label="Offer to say how sure they are"
          checked={draft.asksConfidence}
          onChange={(asksConfidence) => change({ asksConfidence })}
        />
        <CheckField
          label="Offer to leave a note"
          checked={draft.asksNote}
          onChange={(asksNote) => change({ asksNote })}
        />
      </ChoiceList>
    </section>
  );
}
