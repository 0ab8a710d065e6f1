import { NumberField } from '@/shared/ui/fields/NumberField';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/setup/scale/GradeRow.module.css';

const MAX_VALUE = 32_767;

type Props = Readonly<{
  grade: GradeDraft;
  colour: string;
  onChange: (part: Partial<GradeDraft>) => void;
  onRemove: (() => void) | null;
}>;

export function GradeRow({ grade, colour, onChange, onRemove }: Props) {
  return (
    <fieldset className={styles.row}>
      <legend className={text.visuallyHidden}>Grade {grade.value}</legend>
      <NumberField
        label="Number"
        value={grade.value}
        min={-MAX_VALUE}
        max={MAX_VALUE}
        onChange={(value) => onChange({ value })}
      />
      <TextField
        label="Name"
        value={grade.name}
        maxLength={100}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label="Colour"
        type="color"
        value={colour}
        onChange={(chosen) => onChange({ colour: chosen })}
      />
      <div className={styles.wide}>
        <TextField
          label="What it means"
          width="full"
          value={grade.description}
          maxLength={2000}
          onChange={(description) => onChange({ description })}
        />
      </div>
      <CheckField
        label="Requires highlights"
        checked={grade.requires_span}
        onChange={(isRequired) => onChange({ requires_span: isRequired })}
      />
      {onRemove !== null && (
        <Button look="flush" aria-label={`Remove grade ${grade.value}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </fieldset>
  );
}
