import { useId, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useAggregating } from '@/features/library/pairs/useAggregating';
import {
  ABOUT,
  BLANK,
  cutsTrouble,
  LOOP,
  METHODS,
  requestOf,
  suggestedName,
  WITHIN,
} from '@/features/library/pairs/aggregations';
import type { Entered, Within } from '@/features/library/pairs/aggregations';
import { sentence } from '@/shared/errors';
import { freeName, nameTrouble } from '@/shared/names';

type Part = Readonly<{ entered: Entered; change: (part: Partial<Entered>) => void }>;

/** What loop truncation takes and no other. */
function LoopFields({ entered, change }: Part) {
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}cuts`}>Passages that each round keeps</label>
      <input
        id={`${id}cuts`}
        value={entered.cuts}
        inputMode="numeric"
        onChange={({ target }) => change({ cuts: target.value })}
      />
      <label htmlFor={`${id}within`}>How each round adds up</label>
      <select
        id={`${id}within`}
        value={entered.within}
        onChange={({ target }) => change({ within: target.value as Within })}
      >
        {WITHIN.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </>
  );
}

type Props = Readonly<{ run: string; taken: readonly string[] }>;

/** Another ranking of the pairs: a new run, without asking the model again. */
export function AggregateForm({ run, taken }: Props) {
  const id = useId();
  const [entered, setEntered] = useState(BLANK);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { mutate, isPending } = useAggregating((error) => setTrouble(sentence(error)));
  const name = entered.name ?? freeName(suggestedName(entered, run), taken);

  function change(part: Partial<Entered>): void {
    setTrouble(null);
    setEntered((before) => ({ ...before, ...part }));
  }

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = cutsTrouble(entered) ?? nameTrouble(name, taken);
    setTrouble(found);
    if (found === null && !isPending) mutate(requestOf(entered, run, name));
  }

  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor={`${id}by`}>How pairs add up</label>
      <select
        id={`${id}by`}
        value={entered.by}
        aria-describedby={`${id}about`}
        onChange={({ target }) => change({ by: target.value as Entered['by'] })}
      >
        {METHODS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <small id={`${id}about`}>{ABOUT[entered.by]}</small>
      {entered.by === LOOP && <LoopFields entered={entered} change={change} />}
      <label htmlFor={`${id}name`}>Name of the new run</label>
      <input
        id={`${id}name`}
        value={name}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => change({ name: target.value })}
      />
      {trouble !== null && <p role="alert">{trouble}</p>}
      <p className="actions">
        <button type="submit" className="primary" disabled={isPending}>
          Aggregate again
        </button>
      </p>
    </form>
  );
}
