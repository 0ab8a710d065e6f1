import type { Ranker, RankerParameter } from '@/api/types';
import { Fold } from '@/features/library/parameters/Fold';
import type { FormProps } from '@/features/library/parameters/formProps';
import { changedIn, textOf } from '@/features/library/parameters/model';
import type { ParameterField } from '@/features/library/parameters/troubles';
import { capitalized, sentenceOf } from '@/features/library/parameters/sentences';
import { counted } from '@/shared/format';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { TextField } from '@/shared/ui/fields/TextField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/library/parameters/parameters.module.css';

type Props = FormProps & Readonly<{ ranker: Ranker }>;

const AS_THE_MODEL_SAYS = 'as the model says';

const labelOf = (name: string): string => capitalized(name.replaceAll('_', ' '));

const fieldOf = (name: string): ParameterField => `parameters.${name}`;

type OneProps = FormProps & Readonly<{ parameter: RankerParameter }>;

function ParameterInput({ parameter, entered, troubles, change }: OneProps) {
  const { name, kind, choices, default: usual, help } = parameter;
  const options = kind === 'yes_no' ? ['yes', 'no'] : choices;
  const text = entered.parameters[name] ?? '';
  const set = (value: string): void =>
    change({ parameters: { ...entered.parameters, [name]: value } }, fieldOf(name));
  const field = {
    label: labelOf(name),
    hint: sentenceOf(help),
    trouble: troubles[fieldOf(name)],
    onChange: set,
  };
  if (kind === 'prompt') {
    return <AreaField {...field} rows={2} value={text} placeholder={AS_THE_MODEL_SAYS} />;
  }
  if (options.length === 0) {
    return (
      <TextField
        {...field}
        width="choice"
        value={text}
        placeholder={textOf(usual) || AS_THE_MODEL_SAYS}
        inputMode={kind === 'whole' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
      />
    );
  }
  const unsaid = usual === null ? [{ value: '', label: AS_THE_MODEL_SAYS }] : [];
  return (
    <SelectField
      {...field}
      options={[...unsaid, ...options]}
      value={text === '' ? textOf(usual) : text}
    />
  );
}

/** How texts are read. */
export function ParameterFields({ ranker, ...props }: Props) {
  const { entered, troubles } = props;
  const nChanged = changedIn(entered, ranker).length;
  const isWrong = ranker.parameters.some(({ name }) => troubles[fieldOf(name)] !== undefined);
  if (ranker.parameters.length === 0) return null;
  return (
    <Fold
      title={`how texts are read${nChanged > 0 ? ` (${counted(nChanged, 'change')})` : ''}`}
      startsOpen={nChanged > 0}
      isWrong={isWrong}
    >
      <div className={styles.fields}>
        {ranker.parameters.map((parameter) => (
          <ParameterInput key={parameter.name} parameter={parameter} {...props} />
        ))}
      </div>
    </Fold>
  );
}
