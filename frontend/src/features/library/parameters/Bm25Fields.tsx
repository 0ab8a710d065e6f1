import {
  BM25_NUMBERS,
  DEVICES,
  RM3_NUMBERS,
  describeAnalysis,
} from '@/features/library/parameters/bm25';
import type { NumberOption } from '@/features/library/parameters/bm25';
import { Fold } from '@/features/library/parameters/Fold';
import { fieldsOf } from '@/features/library/parameters/formProps';
import type { FormProps } from '@/features/library/parameters/formProps';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/parameters/parameters.module.css';

type NumberProps = Pick<NumberOption, 'hint' | 'label' | 'max' | 'min' | 'step'> &
  Readonly<{ trouble: string | undefined; value: string; onChange: (value: string) => void }>;

/** What is typed stays as it is; whether it is taken, the server says. */
export const NumberInput = ({ step, ...field }: NumberProps) => (
  <TextField
    width="number"
    type="number"
    inputMode={step === 1 ? 'numeric' : 'decimal'}
    step={step}
    {...field}
  />
);

type NumbersProps = FormProps & Readonly<{ options: readonly NumberOption[] }>;

export const NumberFields = ({ options, entered, troubles, change }: NumbersProps) => (
  <div className={styles.fields}>
    {options.map(({ name, label, hint, step, min, max }) => (
      <NumberInput
        key={name}
        {...{ label, hint, step, min, max }}
        trouble={troubles[name]}
        value={entered.numbers[name]}
        onChange={(value) => change({ numbers: { ...entered.numbers, [name]: value } }, name)}
      />
    ))}
  </div>
);

/** Whether queries are expanded, and how. */
function Rm3Fold(props: FormProps) {
  const { entered, troubles, change } = props;
  return (
    <Fold
      title={`expand the queries (RM3${entered.usesRm3 ? ' is on' : ''})`}
      startsOpen={entered.usesRm3}
      isWrong={RM3_NUMBERS.some(({ name }) => troubles[name] !== undefined)}
    >
      <CheckField
        label="Expand the queries by RM3"
        hint="A first search finds passages, their most informative terms are added to the query, and a second search ranks by all terms."
        checked={entered.usesRm3}
        onChange={(usesRm3) => change({ usesRm3 })}
      />
      {entered.usesRm3 && <NumberFields {...props} options={RM3_NUMBERS} />}
    </Fold>
  );
}

/** Where BM25 is computed. */
function DeviceFold(props: FormProps) {
  const field = fieldsOf(props)('device');
  const isGpu = field.value === 'cuda';
  return (
    <Fold
      title={`where it is computed${isGpu ? ' (on a GPU)' : ''}`}
      startsOpen={isGpu}
      isWrong={field.trouble !== undefined}
    >
      <div className={styles.fields}>
        <SelectField
          label="Device"
          hint="The scores are the same on both. A GPU needs a worker that has one; without it the run fails and can be tried again on the processor."
          options={DEVICES}
          {...field}
        />
      </div>
    </Fold>
  );
}

/** How BM25 scores; another ranker has its own fields instead. */
export const Bm25Fields = (props: FormProps) => (
  <section aria-labelledby="ranker">
    <h2 id="ranker">BM25</h2>
    <p className={text.soft}>
      Scores a passage by the terms it shares with the query: the rarer a term is in the collection,
      the more it counts. {describeAnalysis(props.entered.settled)}
    </p>
    <NumberFields {...props} options={BM25_NUMBERS} />
    <Rm3Fold {...props} />
    <DeviceFold {...props} />
  </section>
);
