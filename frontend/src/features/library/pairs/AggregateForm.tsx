import { useMutation } from '@tanstack/react-query';
import { post } from '@/api/calls';
import type { Body } from '@/api/calls';
import { useState } from 'react';
import {
  ABOUT,
  BLANK,
  cutsTrouble,
  firstNTrouble,
  LOOP,
  METHODS,
  namesOf,
  requestOf,
  suggestedName,
  WITHIN,
} from '@/features/library/pairs/aggregations';
import type { Entered } from '@/features/library/pairs/aggregations';
import { Names } from '@/features/library/frame/Names';
import { runPath } from '@/shared/routing/paths';
import { counted } from '@/shared/format/numbers';
import { sentence } from '@/shared/requests/errors';
import { freeName, nameTrouble } from '@/shared/format/names';
import { TextField } from '@/shared/ui/fields/TextField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { useNavigate } from '@/shared/routing/location';
import { useRunsAnew } from '@/features/library/api/runs';
import { entriesOf } from '@/shared/ui/fields/entries';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/pairs/pairs.module.css';

/** Makes the runs: one opens its row in the library, several are named here. */
function useAggregating(onRejected: (error: unknown) => void) {
  const navigate = useNavigate();
  const readAnew = useRunsAnew();
  const making = useMutation({
    mutationFn: (body: Body<'/api/runs/aggregated'>) => post('/api/runs/aggregated', {}, body),
    onSuccess: async ([first, ...others]) => {
      await readAnew();
      if (others.length === 0) navigate(`/library#run-${encodeURIComponent(first?.name ?? '')}`);
    },
    onError: onRejected,
  });
  const made = making.data?.map(({ name }) => name) ?? [];
  return { ...making, made: made.length > 1 ? made : [] };
}

type Part = Readonly<{ entered: Entered; change: (part: Partial<Entered>) => void }>;

/** What loop truncation takes and no other. */
function LoopFields({ entered, change }: Part) {
  const entry = entriesOf(entered, change);
  return (
    <>
      <TextField
        label="Passages that each round keeps"
        value={entered.cuts}
        inputMode="numeric"
        onChange={(cuts) => change({ cuts })}
      />
      <SelectField label="How each round adds up" options={WITHIN} {...entry('within')} />
    </>
  );
}

type Props = Readonly<{ run: string; taken: readonly string[] }>;

function troubleOf(entered: Entered, name: string, taken: readonly string[]): string | null {
  const names = namesOf(entered, name).map((each) => nameTrouble(each, taken));
  const ofNames = names.find((trouble) => trouble !== null) ?? null;
  return cutsTrouble(entered) ?? firstNTrouble(entered) ?? ofNames;
}

/** Another ranking of the pairs: a new run, without asking the model again. */
export function AggregateForm({ run, taken }: Props) {
  const [entered, setEntered] = useState(BLANK);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { mutate, isPending, made } = useAggregating((error) => setTrouble(sentence(error)));
  const name = entered.name ?? freeName(suggestedName(entered, run), taken);
  const names = firstNTrouble(entered) === null ? namesOf(entered, name) : [name];

  function change(part: Partial<Entered>): void {
    setTrouble(null);
    setEntered((before) => ({ ...before, ...part }));
  }

  function submit(): void {
    const newTrouble = troubleOf(entered, name, taken);
    setTrouble(newTrouble);
    if (newTrouble === null && !isPending) mutate(requestOf(entered, run, name));
  }

  const entry = entriesOf(entered, change);
  return (
    <Form className={styles.form} onSubmit={submit} noValidate>
      <SelectField
        label="How pairs add up"
        hint={ABOUT[entered.by]}
        options={METHODS}
        {...entry('by')}
      />
      {entered.by === LOOP && <LoopFields entered={entered} change={change} />}
      <TextField
        label="Only the first candidates"
        hint="Use only the pairs among the first n candidates of each topic. Several numbers, as 30, 50, 100, make one run each. Empty takes all pairs."
        value={entered.firstN}
        inputMode="numeric"
        onChange={(firstN) => change({ firstN })}
      />
      <TextField
        label="Name of the new run"
        hint={names.length > 1 ? `Makes ${names.join(', ')}.` : undefined}
        value={name}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(entered) => change({ name: entered })}
      />
      <ErrorMessage>{trouble}</ErrorMessage>
      <p className={buttons.actions}>
        <Button type="submit" look="primary" disabled={isPending}>
          Aggregate again
        </Button>
      </p>
      {made.length > 0 && (
        <p role="status">
          Made {counted(made.length, 'run')}: <Names names={made} pathOf={runPath} />.
        </p>
      )}
    </Form>
  );
}
