import type { Collection, Rankers, Run, TopicSet } from '@/api/types';
import { Ground } from '@/features/library/compute/Ground';
import { How } from '@/features/library/parameters/How';
import { NameField } from '@/features/library/compute/NameField';
import { RankerField } from '@/features/library/compute/RankerField';
import { TaskChoice } from '@/features/library/compute/TaskChoice';
import { useComputing } from '@/features/library/compute/useComputing';
import { useForm } from '@/features/library/compute/useForm';
import { requestOf, suggestedName, withTask } from '@/features/library/parameters/request';
import type { Entered } from '@/features/library/parameters/request';
import { isTaken, ownTroubles, troublesOf } from '@/features/library/parameters/troubles';
import { freeName, nameTrouble } from '@/shared/names';
import { cx } from '@/shared/cx';
import { ErrorMessage } from '@/shared/ui/ErrorMessage';
import { Button } from '@/shared/ui/Button';
import { Form } from '@/shared/ui/Form';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/compute/compute.module.css';

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
      <Ground {...fields} collections={collections} topicSets={topicSets} runs={complete} />
      <RankerField {...fields} rankers={rankers.rankers} />
      <How {...fields} ranker={ranker} rankers={rankers} />
      <NameField name={name} trouble={troubles.name ?? typedTrouble ?? undefined} change={change} />
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
