import type { SyntheticEvent } from 'react';
import type { Collection, Run, TopicSet } from '@/api/types';
import { DEPTH } from '@/features/ranking/bm25';
import { Bm25Fields } from '@/features/ranking/components/Bm25Fields';
import { Field } from '@/features/ranking/components/Field';
import { GroundFields } from '@/features/ranking/components/GroundFields';
import { NumberFields } from '@/features/ranking/components/NumberFields';
import { useComputing } from '@/features/ranking/hooks/useComputing';
import { useForm } from '@/features/ranking/hooks/useForm';
import { requestOf, suggestedName } from '@/features/ranking/request';
import type { Entered } from '@/features/ranking/request';
import { isTaken, ownTroubles, refusalOf } from '@/features/ranking/troubles';
import { freeName, nameTrouble } from '@/shared/names';

type Props = Readonly<{
  collections: readonly Collection[];
  topicSets: readonly TopicSet[];
  runs: readonly Run[];
  initial: Entered;
}>;

const names = (runs: readonly Run[]): string[] => runs.map(({ name }) => name);

/** What is ranked, how, and under which name. */
export function ComputeForm({ collections, topicSets, runs, initial }: Props) {
  const { form, entered, troubles, change, tell } = useForm(initial);
  const { compute, isBusy } = useComputing((error) => tell(refusalOf(error)));
  const taken = names(runs.filter(isTaken));
  const suggested = suggestedName(entered);
  const name = entered.name ?? (suggested === '' ? '' : freeName(suggested, names(runs)));
  const typedTrouble = entered.name === null || isBusy ? null : nameTrouble(entered.name, taken);
  const fields = { entered, troubles, change };

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = ownTroubles(entered, name, taken);
    if (Object.keys(found).length > 0) tell(found);
    else if (!isBusy) compute(requestOf(entered, name));
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <GroundFields {...fields} collections={collections} topicSets={topicSets} />
      <NumberFields {...fields} options={[DEPTH]} />
      <Bm25Fields {...fields} />
      <Field
        label="Name of the run"
        className="name"
        trouble={troubles.name ?? typedTrouble ?? undefined}
        hint="Tables and files show the run under it, for good."
      >
        {(ties) => (
          <input
            {...ties}
            value={name}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => change({ name: target.value }, 'name')}
          />
        )}
      </Field>
      {troubles.form !== undefined && <p role="alert">{troubles.form}</p>}
      <p className="actions">
        <button type="submit" className="primary" disabled={isBusy}>
          Compute the run
        </button>
        <span className="soft">Workers do it; you need not wait for them.</span>
      </p>
    </form>
  );
}
