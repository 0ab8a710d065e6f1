import type { TrainingChoices } from '@/api/types';
import type { Value } from '@/features/library/trainings/read/texts';
import { valueOf } from '@/features/library/trainings/start/draft';
import type { Draft, Ground } from '@/features/library/trainings/start/draft';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/library/parameters/parameters.module.css';

type Setting = TrainingChoices['settings'][number];

type Props = Readonly<{
  ground: Ground;
  draft: Draft;
  onChange: (name: string, value: unknown) => void;
}>;

/** Those that most people look at first; the others are in a fold. */
const FIRST = ['steps', 'batch', 'learning_rate', 'negatives', 'depth', 'validate_every', 'seed'];

const labelOf = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

const typed = (value: Value | undefined): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? value.join(', ') : value.toString();
};

/** What was typed, as the server takes it: it says what is wrong with it. */
function read(kind: string, text: string): unknown {
  if (kind === 'text') return text;
  if (kind === 'numbers') return text.split(',').map(Number);
  return text === '' ? null : Number(text);
}

function SettingField({ setting, ...props }: Props & Readonly<{ setting: Setting }>) {
  const { ground, draft, onChange } = props;
  const { name, meaning, kind, options } = setting;
  const value = valueOf(draft, ground, name) as Value | undefined;
  const shared = { label: labelOf(name), hint: meaning };
  if (kind === 'yes_no')
    return (
      <CheckField {...shared} checked={value === true} onChange={(isOn) => onChange(name, isOn)} />
    );
  if (kind === 'choice')
    return (
      <SelectField
        {...shared}
        options={options}
        value={String(value)}
        onChange={(next) => onChange(name, next)}
      />
    );
  return (
    <TextField
      {...shared}
      inputMode={kind === 'whole' || kind === 'number' ? 'decimal' : 'text'}
      spellCheck={false}
      value={typed(value)}
      onChange={(text) => onChange(name, read(kind, text))}
    />
  );
}

/** All settings of the recipe, the usual ones first. */
export function SettingFields(props: Props) {
  const { settings } = props.ground.choices;
  const first = settings.filter(({ name }) => FIRST.includes(name));
  const others = settings.filter(({ name }) => !FIRST.includes(name));
  return (
    <>
      <div className={styles.fields}>
        {first.map((setting) => (
          <SettingField key={setting.name} {...props} setting={setting} />
        ))}
      </div>
      <details className={parts.fold}>
        <summary>More settings</summary>
        <div className={styles.fields}>
          {others.map((setting) => (
            <SettingField key={setting.name} {...props} setting={setting} />
          ))}
        </div>
      </details>
    </>
  );
}
