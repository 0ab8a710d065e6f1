import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Collection, Rankers, Run, TopicSet, Ranker } from '@/api/types';
import { SourceFields } from '@/features/library/compute/SourceFields';
import { DEPTH } from '@/features/library/parameters/bm25';
import { Bm25Fields, NumberFields } from '@/features/library/parameters/Bm25Fields';
import { ModelFields } from '@/features/library/parameters/ModelFields';
import { requestOf, suggestedName, withTask, BM25 } from '@/features/library/parameters/request';
import type { Entered, Task } from '@/features/library/parameters/request';
import { isTaken, ownTroubles, troublesOf } from '@/features/library/parameters/troubles';
import { freeName, nameTrouble } from '@/shared/format/names';
import { cx } from '@/shared/styles/cx';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { useNavigate } from '@/shared/routing/location';
import { post } from '@/api/calls';
import type { Body } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import { useRunsAnew } from '@/features/library/api/runs';
import { TextField } from '@/shared/ui/fields/TextField';
import { UNSAID } from '@/features/library/parameters/model';
import type { Option } from '@/shared/ui/fields/SelectField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import type { FieldName, Troubles } from '@/features/library/parameters/troubles';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/compute/compute.module.css';

/** The form's values and errors; the first field with an error gets the focus. */
function useForm(initial: Entered) {
  const [entered, setEntered] = useState(initial);
  const [troubles, setTroubles] = useState<Troubles>({});
  const form = useRef<HTMLFormElement>(null);
  const hasNewTroubles = useRef(false);

  useEffect(() => {
    if (!hasNewTroubles.current) return;
    hasNewTroubles.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [troubles]);

  /**
   * A trouble of the name may have any cause, so any change clears it; those of one ranker’s fields
   * do not hold for another.
   */
  function change(part: Partial<Entered>, field?: FieldName): void {
    setEntered((before) => ({ ...before, ...part }));
    const mended = [field, 'name', 'form'];
    const isAnother = part.ranker !== undefined || part.task !== undefined;
    setTroubles((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([name]) => !isAnother && !mended.includes(name)),
      ),
    );
  }

  function showTroubles(newTroubles: Troubles): void {
    hasNewTroubles.current = true;
    setTroubles(newTroubles);
  }

  return { form, entered, troubles, change, showTroubles };
}

/** Requests a run and opens the page that shows its progress. */
function useComputing(onRejected: (error: unknown) => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const readAnew = useRunsAnew();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (body: Body<'/api/runs/computed'>) => post('/api/runs/computed', {}, body),
    onSuccess: async ({ name }) => {
      // Of a try before, which failed.
      client.removeQueries({ queryKey: keyOf('/api/runs/progress', { name }) });
      await readAnew();
      navigate(`/library#run-${encodeURIComponent(name)}`);
    },
    onError: onRejected,
  });
  return { compute: mutate, isBusy: isPending || isSuccess };
}

/** Who ranks: BM25 searches, some rankers with a model as well, and all of them re-rank. */
function rankerOptions(task: Task, rankers: readonly Ranker[]): readonly Option[] {
  const able = rankers.filter((one) => task === 'rerank' || one.can_retrieve);
  const options = able.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }));
  return task === 'rerank' ? options : [{ value: BM25, label: 'BM25' }, ...options];
}

const TASKS = [
  {
    value: 'search',
    label: 'Search a collection',
    hint: 'Every passage is ranked for every topic, and the best are kept.',
  },
  {
    value: 'rerank',
    label: 'Re-rank a run',
    hint: 'A model puts the best passages of a run in a new order; a passage that the run lacks stays out.',
  },
] as const;

type TaskChoiceProps = Readonly<{ task: Task; canRerank: boolean; onChange: (task: Task) => void }>;

/** What a run is computed from. */
function TaskChoice({ task, canRerank, onChange }: TaskChoiceProps) {
  const cards = TASKS.map((card) =>
    card.value === 'rerank' && !canRerank
      ? { ...card, hint: 'There is no complete run to re-rank yet.', disabled: true }
      : card,
  );
  return <RadioCards legend="Task" cards={cards} value={task} onChange={onChange} />;
}

type Props = Readonly<{
  collections: readonly Collection[];
  topicSets: readonly TopicSet[];
  runs: readonly Run[];
  rankers: Rankers;
  initial: Entered;
}>;

const names = (runs: readonly Run[]): string[] => runs.map(({ name }) => name);

const proposedName = (stem: string, taken: readonly string[]): string =>
  stem === '' ? '' : freeName(stem, taken);

/** What is ranked, by what, how, and under which name. */
export function ComputeForm({ collections, topicSets, runs, rankers, initial }: Props) {
  const { form, entered, troubles, change, showTroubles } = useForm(initial);
  const { compute, isBusy } = useComputing((error) => showTroubles(troublesOf(error)));
  const ranker = rankers.rankers.find((one) => one.name === entered.ranker) ?? null;
  const complete = runs.filter(({ status }) => status === 'complete');
  const taken = names(runs.filter(isTaken));
  const name = entered.name ?? proposedName(suggestedName(entered, ranker), names(runs));
  const typedTrouble = entered.name === null || isBusy ? null : nameTrouble(entered.name, taken);
  const fields = { entered, troubles, change };

  function submit(): void {
    const newTroubles = ownTroubles(entered, ranker, name, taken);
    if (Object.keys(newTroubles).length > 0) showTroubles(newTroubles);
    else if (!isBusy) compute(requestOf(entered, name, ranker));
  }

  return (
    <Form ref={form} onSubmit={submit} noValidate>
      <TaskChoice
        task={entered.task}
        canRerank={complete.length > 0}
        onChange={(task) => change(withTask(entered, task, rankers.rankers))}
      />
      <SourceFields {...fields} collections={collections} topicSets={topicSets} runs={complete} />
      <div className={styles.ranker}>
        <SelectField
          label="Ranker"
          trouble={troubles.ranker}
          options={rankerOptions(entered.task, rankers.rankers)}
          value={entered.ranker}
          onChange={(next) => change({ ...UNSAID, ranker: next }, 'ranker')}
        />
      </div>
      {ranker === null ? (
        <>
          <NumberFields {...fields} options={[DEPTH]} />
          <Bm25Fields {...fields} />
        </>
      ) : (
        <ModelFields {...fields} ranker={ranker} rankers={rankers} />
      )}
      <div className={styles.name}>
        <TextField
          label="Name of the run"
          trouble={troubles.name ?? typedTrouble ?? undefined}
          hint="Tables and files show the run under this name."
          value={name}
          isVerbatim
          onChange={(typed) => change({ name: typed }, 'name')}
        />
      </div>
      <ErrorMessage>{troubles.form}</ErrorMessage>
      <p className={cx(buttons.actions, styles.actions)}>
        <Button type="submit" look="primary" disabled={isBusy}>
          Compute the run
        </Button>
        <span className={text.soft}>It runs in the background; you can leave this page.</span>
      </p>
    </Form>
  );
}
