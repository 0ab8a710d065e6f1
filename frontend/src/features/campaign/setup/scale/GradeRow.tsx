import { NumberField } from '@/features/campaign/kit/NumberField';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';

const MAX_VALUE = 32_767;

type Props = Readonly<{
  grade: GradeDraft;
  colour: string;
  onChange: (part: Partial<GradeDraft>) => void;
  onRemove: (() => void) | null;
}>;

export function GradeRow({ grade, colour, onChange, onRemove }: Props) {
  return (
    <fieldset className="grade-row">
      <legend className="visually-hidden">Grade {grade.value}</legend>
      <NumberField
        label="Number"
        value={grade.value}
        min={-MAX_VALUE}
        max={MAX_VALUE}
        onChange={(value) => onChange({ value })}
      />
      <label className="field">
        <span>Name</span>
        <input
          value={grade.name}
          maxLength={100}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </label>
      <label className="field">
        <span>Colour</span>
        <input
          type="color"
          value={colour}
          onChange={(event) => onChange({ colour: event.target.value })}
        />
      </label>
      <label className="field wide">
        <span>What it means</span>
        <input
          value={grade.description}
          maxLength={2000}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </label>
      <label className="choice">
        <input
          type="checkbox"
          checked={grade.requires_span}
          onChange={(event) => onChange({ requires_span: event.target.checked })}
        />
        <span>Requires highlights</span>
      </label>
      {onRemove !== null && (
        <button
          type="button"
          className="plain"
          aria-label={`Remove grade ${grade.value}`}
          onClick={onRemove}
        >
          Remove
        </button>
      )}
    </fieldset>
  );
}
