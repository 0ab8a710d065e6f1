import { GradeRow } from '@/features/campaign/setup/scale/GradeRow';
import { MAX_GRADES, oneMore, scaleTrouble } from '@/features/campaign/setup/draft/scale';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Readonly<{
  grades: readonly GradeDraft[];
  /** The same with the colours that they will have. */
  shown: readonly GradeDraft[];
  onChange: (grades: GradeDraft[]) => void;
}>;

export function GradeEditor({ grades, shown, onChange }: Props) {
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
