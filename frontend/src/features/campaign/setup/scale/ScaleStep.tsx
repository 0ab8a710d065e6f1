import type { CSSProperties } from 'react';
import { useRead } from '@/api/read';
import type { Preset, Scales } from '@/api/types';
import { coloured, MAX_GRADES, oneMore, scaleTrouble } from '@/features/campaign/setup/draft/scale';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { KnownSection } from '@/features/campaign/setup/known/KnownSection';
import { JudgmentsForm, RelevantFrom } from '@/features/campaign/setup/scale/JudgmentsForm';
import { ServingForm } from '@/features/campaign/setup/scale/ServingForm';
import { gradeKeys } from '@/shared/judging/grades';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Unread } from '@/shared/ui/requests/Unread';
import gradePreview from '@/features/campaign/setup/scale/GradePreview.module.css';
import gradeRow from '@/features/campaign/setup/scale/GradeRow.module.css';
import styles from '@/features/campaign/setup/scale/ScaleStep.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

const FREE = 'free';

const OWN = {
  value: FREE,
  label: 'Your own',
  hint: 'Your own numbers, names and colours: two to ten grades with a key each, or up to 21.',
};

const TWO: readonly GradeDraft[] = [0, 1].map((value) => ({
  value,
  name: '',
  description: '',
  colour: '',
  requires_span: false,
}));

/** Colours of a preset follow the number of its grades, should some be added. */
const gradesOf = ({ grades }: Preset): GradeDraft[] =>
  grades.map(({ value, name, description, requires_span: isRequired }) => ({
    value,
    name,
    description,
    colour: '',
    requires_span: isRequired,
  }));

type PresetListProps = Readonly<{
  scales: Scales;
  chosen: string | null;
  /** What is there already, which a scale of one's own begins with. */
  own: readonly GradeDraft[];
  onChoose: (preset: string, grades: readonly GradeDraft[]) => void;
}>;

function PresetList({ scales, chosen, own, onChoose }: PresetListProps) {
  const cards = scales.presets.map(({ code, name, description }) => ({
    value: code,
    label: name,
    hint: description,
  }));
  function choose(code: string): void {
    const preset = scales.presets.find((one) => one.code === code);
    if (preset !== undefined) onChoose(code, gradesOf(preset));
    else onChoose(FREE, own.length > 0 ? own : TWO);
  }
  return (
    <RadioCards legend="Begin with" cards={[...cards, OWN]} value={chosen} onChange={choose} />
  );
}

const MAX_VALUE = 32_767;

type GradeRowProps = Readonly<{
  grade: GradeDraft;
  colour: string;
  onChange: (part: Partial<GradeDraft>) => void;
  onRemove: (() => void) | null;
}>;

function GradeRow({ grade, colour, onChange, onRemove }: GradeRowProps) {
  return (
    <fieldset className={gradeRow.row}>
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
      <div className={gradeRow.wide}>
        <TextField
          label="Meaning"
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

/** The buttons as assessors will see them, each with its key and its meaning. */
function GradePreview({ grades }: Readonly<{ grades: readonly GradeDraft[] }>) {
  const keys = gradeKeys(grades.map(({ value }) => value));
  return (
    <div>
      <h4>What assessors see</h4>
      <ul role="list" className={gradePreview.grades}>
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
      <ErrorMessage>{trouble}</ErrorMessage>
      {grades.length < MAX_GRADES && (
        <Button look="flush" onClick={() => onChange(oneMore(grades))}>
          Add a grade
        </Button>
      )}
    </div>
  );
}

export function ScaleStep(props: StepProps) {
  const { draft, change } = props;
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
        {draft.grades.length > 0 && draft.way === 'active' && (
          <RelevantFrom draft={draft} change={change} />
        )}
      </section>
      <JudgmentsForm draft={draft} change={change} />
      <ServingForm draft={draft} change={change} />
      {draft.grades.length > 0 && draft.way !== 'active' && <KnownSection {...props} />}
      {draft.way === 'active' && (
        <p className={text.soft}>
          Gold pairs and a qualification round are chosen from the pairs of a pool, so there are
          none where pairs are chosen step by step.
        </p>
      )}
    </>
  );
}
