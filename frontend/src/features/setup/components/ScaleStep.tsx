import { useQuery } from '@tanstack/react-query';
import { scalesQuery } from '@/features/setup/api/readScales';
import { AskedForm } from '@/features/setup/components/AskedForm';
import { GradeEditor } from '@/features/setup/components/GradeEditor';
import { GradePreview } from '@/features/setup/components/GradePreview';
import { HandOutForm } from '@/features/setup/components/HandOutForm';
import type { StepProps } from '@/features/setup/components/stepProps';
import { coloured } from '@/features/setup/scale';
import type { GradeDraft, Preset } from '@/features/setup/types';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

const FREE = 'free';
const TWO: readonly GradeDraft[] = [0, 1].map((value) => ({
  value,
  name: '',
  description: '',
  colour: '',
  requires_span: false,
}));

/** Colours of a preset follow the number of its grades, should some be added. */
const gradesOf = ({ grades }: Preset): GradeDraft[] =>
  grades.map(({ value, name, description, requires_span: marks }) => ({
    value,
    name,
    description,
    colour: '',
    requires_span: marks,
  }));

export function ScaleStep({ draft, change }: StepProps) {
  const { data: scales, error, refetch } = useQuery(scalesQuery);
  if (error !== null) {
    return (
      <PageTrouble
        title="The scales cannot be listed now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (scales === undefined) return <Waiting label="Listing the scales" />;
  const setGrades = (grades: readonly GradeDraft[]): void => change({ grades, gold: [] });
  const choose = (preset: string, grades: readonly GradeDraft[]): void =>
    change({ preset, grades, gold: [] });
  return (
    <>
      <section>
        <h3>Scale</h3>
        <fieldset className="choices">
          <legend>Begin with</legend>
          {scales.presets.map((preset) => (
            <PresetChoice
              key={preset.code}
              name={preset.name}
              description={preset.description}
              isChosen={draft.preset === preset.code}
              onChoose={() => choose(preset.code, gradesOf(preset))}
            />
          ))}
          <PresetChoice
            name="Your own"
            description="Numbers, names and colours as you like, two to ten grades."
            isChosen={draft.preset === FREE}
            onChoose={() => choose(FREE, draft.grades.length > 0 ? draft.grades : TWO)}
          />
        </fieldset>
        {draft.grades.length > 0 && (
          <>
            <GradePreview grades={coloured(draft.grades, scales.colours)} />
            <details className="fold" open={draft.preset === FREE}>
              <summary>Change names, descriptions and colours</summary>
              <GradeEditor
                grades={draft.grades}
                shown={coloured(draft.grades, scales.colours)}
                onChange={setGrades}
              />
            </details>
          </>
        )}
      </section>
      <AskedForm draft={draft} change={change} />
      <HandOutForm draft={draft} change={change} />
    </>
  );
}

type ChoiceProps = Readonly<{
  name: string;
  description: string;
  isChosen: boolean;
  onChoose: () => void;
}>;

function PresetChoice({ name, description, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name="preset" checked={isChosen} onChange={onChoose} />
      <span>
        {name}
        <small>{description}</small>
      </span>
    </label>
  );
}
