import type { Preset, Scales } from '@/api/types';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';

export const FREE = 'free';

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

type Props = Readonly<{
  scales: Scales;
  chosen: string | null;
  /** What is there already, which a scale of one's own begins with. */
  own: readonly GradeDraft[];
  onChoose: (preset: string, grades: readonly GradeDraft[]) => void;
}>;

export function PresetList({ scales, chosen, own, onChoose }: Props) {
  return (
    <fieldset className="choices">
      <legend>Begin with</legend>
      {scales.presets.map((preset) => (
        <PresetChoice
          key={preset.code}
          name={preset.name}
          description={preset.description}
          isChosen={chosen === preset.code}
          onChoose={() => onChoose(preset.code, gradesOf(preset))}
        />
      ))}
      <PresetChoice
        name="Your own"
        description="Numbers, names and colours as you like, two to ten grades."
        isChosen={chosen === FREE}
        onChoose={() => onChoose(FREE, own.length > 0 ? own : TWO)}
      />
    </fieldset>
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
