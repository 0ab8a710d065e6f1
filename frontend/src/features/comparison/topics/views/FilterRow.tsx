import { useState } from 'react';
import type { TopicTable } from '@/api/compared';
import {
  countFilters,
  NAMES,
  NO_FILTERS,
  readFilters,
} from '@/features/comparison/topics/table/filters';
import type { ViewProps } from '@/features/comparison/topics/table/table';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { SearchField } from '@/shared/ui/fields/SearchField';
import { counted } from '@/shared/format/numbers';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/comparison/topics/views/topics.module.css';

const MOST = 1_000_000;

type Props = Pick<ViewProps, 'focus' | 'params' | 'change'> & Readonly<{ table: TopicTable }>;

type BoundProps = Pick<ViewProps, 'change'> &
  Readonly<{ label: string; name: string; value: number | null; max?: number }>;

function Bound({ label, name, value, max = MOST, change }: BoundProps) {
  return (
    <NumberField
      label={label}
      value={value}
      min={0}
      max={max}
      none="any"
      onChange={(bound) => change({ [name]: `${bound}` })}
      onEmpty={() => change({ [name]: '' })}
    />
  );
}

const chosen = (values: readonly string[], all: string) => [
  { value: '', label: all },
  ...[...new Set(values)].filter((value) => value !== '').toSorted(),
];

/** Narrows what every view shows; the comparison itself stays on all topics. */
export function FilterRow({ table: { topics, cutoff }, focus, params, change }: Props) {
  const { search, answerType, stratum, words, relevant, judged } = readFilters(params);
  const n = countFilters(params);
  // Not by their number: emptying the last one must not close the row while somebody types.
  const [isOpen, setIsOpen] = useState(n > 0);
  const types = chosen(
    topics.map((topic) => topic.answer_type),
    'any',
  );
  const strata = chosen(
    topics.map((topic) => topic.stratum),
    'any',
  );
  const depth = cutoff === null ? 'all' : `the first ${cutoff}`;
  const bound = { change };
  return (
    <details
      className={parts.fold}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{n === 0 ? 'Filter the topics' : `Topics by ${counted(n, 'filter')}`}</summary>
      <div className={styles.filters}>
        <SearchField
          label="Words in the query"
          width="name"
          value={search}
          onSearch={(typed) => change({ [NAMES.search]: typed })}
        />
        <Bound {...bound} label="Words, from" name={NAMES.wordsFrom} value={words.from} />
        <Bound {...bound} label="Words, to" name={NAMES.wordsTo} value={words.to} />
        <Bound {...bound} label="Relevant, from" name={NAMES.relevantFrom} value={relevant.from} />
        <Bound {...bound} label="Relevant, to" name={NAMES.relevantTo} value={relevant.to} />
        <Bound {...bound} label="% judged, from" name={NAMES.judged} value={judged} max={100} />
        <SelectField
          label="Asks for"
          options={types}
          value={answerType}
          onChange={(value) => change({ [NAMES.answerType]: value })}
        />
        {strata.length > 1 && (
          <SelectField
            label="Stratum"
            options={strata}
            value={stratum}
            onChange={(value) => change({ [NAMES.stratum]: value })}
          />
        )}
      </div>
      <p className={text.note}>
        Relevant passages are those of {focus.labels}; judged is the share of {depth} that{' '}
        {focus.run} retrieved.
      </p>
      {n > 0 && (
        <Button look="flush" onClick={() => change(NO_FILTERS)}>
          Show all topics
        </Button>
      )}
    </details>
  );
}
