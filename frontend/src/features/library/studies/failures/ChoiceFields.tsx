import { ANY, DEPTHS, KINDS } from '@/features/library/studies/failures/choice';
import type { Choice } from '@/features/library/studies/failures/choice';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/library/studies/failures/failures.module.css';

type Props = Readonly<{
  rankers: readonly string[];
  choice: Choice;
  onChange: (part: Readonly<Record<string, string>>) => void;
}>;

/** Which failures, how deep, and whose. */
export function ChoiceFields({ rankers, choice, onChange }: Props) {
  return (
    <div className={styles.choices}>
      <SelectField
        label="Failures"
        options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        value={choice.which}
        onChange={(which) => onChange({ which, page: '' })}
      />
      <SelectField
        label="No relevant passage among the first"
        options={[...DEPTHS]}
        value={choice.within}
        onChange={(within) => onChange({ within, page: '' })}
      />
      <SelectField
        label="Ranker"
        options={[
          { value: ANY, label: 'any' },
          ...rankers.map((value) => ({ value, label: value })),
        ]}
        value={choice.ranker}
        onChange={(ranker) => onChange({ ranker, page: '' })}
      />
    </div>
  );
}
