import type { Choice, Filters } from '@/features/judging/history/history';
import { NO_FILTERS } from '@/features/judging/history/history';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/judging/history/history.module.css';

type Props = Readonly<{
  filters: Filters;
  answers: readonly Choice[];
  queries: readonly Choice[];
  onChange: (filters: Filters) => void;
}>;

/** Which of one's judgments are shown. */
export function HistoryFilters({ filters, answers, queries, onChange }: Props) {
  const change = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
  const choicesOf = (all: string, choices: readonly Choice[]): Choice[] => [
    { value: '', label: all },
    ...choices,
  ];
  const isNarrowed = Object.values(filters).some((value) => value !== '');
  return (
    <form className={styles.filters} role="search" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="Answer"
        options={choicesOf('Any answer', answers)}
        value={filters.answer}
        onChange={(answer) => change({ answer })}
      />
      <SelectField
        label="Topic"
        options={choicesOf('Any topic', queries)}
        value={filters.query}
        onChange={(query) => change({ query })}
      />
      <div className={styles.words}>
        <TextField
          label="Words of the query"
          width="full"
          type="search"
          value={filters.words}
          maxLength={200}
          onChange={(words) => change({ words })}
        />
      </div>
      {isNarrowed && (
        <Button look="flush" onClick={() => onChange(NO_FILTERS)}>
          Show all
        </Button>
      )}
    </form>
  );
}
