import type { Preset, Scales } from '@/api/types';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { RadioCards } from '@/shared/ui/fields/RadioCards';

export const FREE = 'free';

const OWN = {
  value: FREE,
  label: 'Your own',
  hint: 'Numbers, names and colours as you like, two to ten grades with a key each, or up to 21.',
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

type Props = Readonly<{
  scales: Scales;
  chosen: string | null;
  /** What is there already, which a scale of one's own begins with. */
  own: readonly GradeDraft[];
  onChoose: (preset: string, grades: readonly GradeDraft[]) => void;
}>;

export function PresetList({ scales, chosen, own, onChoose }: Props) {
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
