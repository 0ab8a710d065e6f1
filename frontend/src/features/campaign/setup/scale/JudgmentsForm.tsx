import { MOST } from '@/features/campaign/policy/serving';
import { servingOf } from '@/features/campaign/setup/draft/draft';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { gradeTitle } from '@/shared/judging/grades';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import fields from '@/features/campaign/setup/draft/fields.module.css';

const MIDDLE = 'middle';

/** The least relevant grade: strategies and stopping rules know relevant passages and others alone. */
export function RelevantFrom({
  draft: { active, grades },
  change,
}: Pick<StepProps, 'draft' | 'change'>) {
  const options = grades.map(({ value, name }) => ({
    value: `${value}`,
    label: gradeTitle(value, name),
  }));
  return (
    <SelectField
      label="Relevant from"
      hint="Pairs are chosen by whether passages so far were relevant."
      options={[{ value: MIDDLE, label: 'the middle of the scale' }, ...options]}
      value={active.relevantFrom === null ? MIDDLE : `${active.relevantFrom}`}
      onChange={(from) =>
        change({
          active: { ...active, relevantFrom: from === MIDDLE ? null : Number(from) },
        })
      }
    />
  );
}

/** How often each pair is judged, how much of one person, and what is asked besides the grade. */
export function JudgmentsForm({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  return (
    <section>
      <h3>Judgments</h3>
      <div className={fields.row}>
        <NumberField
          label="Judgments per pair"
          hint="From different people. Three let a majority decide."
          value={draft.perPair}
          min={1}
          max={100}
          onChange={(perPair) => change({ perPair })}
        />
        <NumberField
          label="Quota per assessor"
          hint="Maximum pairs for each. Empty: no limit."
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
          label="Ask how sure they are (optional)"
          checked={draft.asksConfidence}
          onChange={(asksConfidence) => change({ asksConfidence })}
        />
        <CheckField
          label="Ask for a note (optional)"
          checked={draft.asksNote}
          onChange={(asksNote) => change({ asksNote })}
        />
        {servingOf(draft).unit === 'topics' && (
          <CheckField
            label="Let them search for more passages"
            checked={draft.allowsSearch}
            onChange={(allowsSearch) => change({ allowsSearch })}
          />
        )}
      </ChoiceList>
    </section>
  );
}
