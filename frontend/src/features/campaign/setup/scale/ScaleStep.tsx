import { useRead } from '@/api/read';
import { JudgmentsForm } from '@/features/campaign/setup/scale/JudgmentsForm';
import { GradePreview } from '@/features/campaign/setup/scale/GradePreview';
import { ServingForm } from '@/features/campaign/setup/scale/ServingForm';
import { FREE, PresetList } from '@/features/campaign/setup/scale/PresetList';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { coloured, MAX_GRADES, oneMore, scaleTrouble } from '@/features/campaign/setup/draft/scale';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { Unread } from '@/shared/ui/Unread';
import { GradeRow } from '@/features/campaign/setup/scale/GradeRow';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/setup/scale/ScaleStep.module.css';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';

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
        <button type="button" className={buttons.flush} onClick={() => onChange(oneMore(grades))}>
          Add a grade
        </button>
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
