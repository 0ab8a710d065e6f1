import type { CSSProperties } from 'react';
import { useRead } from '@/api/read';
import { ServingForm } from '@/features/campaign/setup/scale/ServingForm';
import { FREE, PresetList } from '@/features/campaign/setup/scale/PresetList';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { coloured, MAX_GRADES, oneMore, scaleTrouble } from '@/features/campaign/setup/draft/scale';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { Unread } from '@/shared/ui/requests/Unread';
import { GradeRow } from '@/features/campaign/setup/scale/GradeRow';
import { gradeKeys } from '@/shared/judging/grades';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { MOST } from '@/features/campaign/policy/serving';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';
import { Button } from '@/shared/ui/forms/Button';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/setup/scale/ScaleStep.module.css';
import text from '@/shared/styles/text.module.css';
import gradePreview from '@/features/campaign/setup/scale/GradePreview.module.css';
import fields from '@/features/campaign/setup/draft/fields.module.css';

/** How often each pair is judged, how much of one person, and what is asked besides the grade. */
function JudgmentsForm({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
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

/** The buttons as assessors will see them, each with its key and its meaning. */
function GradePreview({ grades }: Readonly<{ grades: readonly GradeDraft[] }>) {
  const keys = gradeKeys(grades.map(({ value }) => value));
  return (
    <div>
      <h4>What assessors see</h4>
      <ul className={gradePreview.grades}>
        {grades.map(({ value, name, description, colour, requires_span: isRequired }, index) => (
          <li key={index}>
            <span className={gradePreview.button} style={{ '--grade': colour } as CSSProperties}>
              {keys[index] !== '' && keys[index] !== name && <kbd>{keys[index]}</kbd>}
              {name === '' ? <i className={text.soft}>no name yet</i> : name}
            </span>
            <span className={text.note}>
              {`${value}` !== keys[index] && `Stored as ${value}. `}
              {description}
              {isRequired && <b> Requires highlights.</b>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Props = Readonly<{
  grades: readonly GradeDraft[];
  /** The same with the colours that they will have. */
  shown: readonly GradeDraft[];
  onChange: (grades: GradeDraft[]) => void;
}>;

function GradeEditor({ grades, shown, onChange }: Props) {
  const trouble = scaleTrouble(grades);
  const mend = (index: number, part: Partial<GradeDraft>): void =>
    onChange(grades.map((grade, i) => (i === index ? { ...grade, ...part } : grade)));
  return (
    <div>
      {grades.map((grade, index) => (
        <GradeRow
          key={index}
          grade={grade}
          colour={shown.find(({ value }) => value === grade.value)?.colour ?? '#888888'}
          onChange={(part) => mend(index, part)}
          onRemove={grades.length > 2 ? () => onChange(grades.filter((_, i) => i !== index)) : null}
        />
      ))}
      {trouble !== null && (
        <p role="alert" className={text.wrong}>
          {trouble}
        </p>
      )}
      {grades.length < MAX_GRADES && (
        <Button look="flush" onClick={() => onChange(oneMore(grades))}>
          Add a grade
        </Button>
      )}
    </div>
  );
}

export function ScaleStep({ draft, change }: StepProps) {
  const query = useRead('/api/scales', {}, { staleTime: Infinity });
  const { data: scales } = query;
  if (scales === undefined)
    return (
      <Unread of={query} waiting="Listing the scales" trouble="The scales cannot be listed now" />
    );
  const shown = coloured(draft.grades, scales.colours);
  const setGrades = (grades: readonly GradeDraft[]): void => change({ grades });
  const choose = (preset: string, grades: readonly GradeDraft[]): void =>
    change({ preset, grades });
  return (
    <>
      <section>
        <h3>Scale</h3>
        <div className={styles.scales}>
          <PresetList scales={scales} chosen={draft.preset} onChoose={choose} own={draft.grades} />
          {draft.grades.length > 0 && <GradePreview grades={shown} />}
        </div>
        {draft.grades.length > 0 && (
          <details className={parts.fold} open={draft.preset === FREE}>
            <summary>Change names, descriptions and colours</summary>
            <GradeEditor grades={draft.grades} shown={shown} onChange={setGrades} />
          </details>
        )}
      </section>
      <JudgmentsForm draft={draft} change={change} />
      <ServingForm draft={draft} change={change} />
    </>
  );
}
