import type { Choice, Filters } from '@/features/judging/history/history';
import { NO_FILTERS } from '@/features/judging/history/history';

type SelectProps = Readonly<{
  label: string;
  all: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
}>;

const Select = ({ label, all, value, choices, onChoose }: SelectProps) => (
  <label>
    {label}
    <select value={value} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  </label>
);

type Props = Readonly<{
  filters: Filters;
  answers: readonly Choice[];
  queries: readonly Choice[];
  onChange: (filters: Filters) => void;
}>;

/** Which of one's judgments are shown. */
export function HistoryFilters({ filters, answers, queries, onChange }: Props) {
  const change = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
  const isNarrowed = Object.values(filters).some((value) => value !== '');
  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <Select
        label="Answer"
        all="Any answer"
        value={filters.answer}
        choices={answers}
        onChoose={(answer) => change({ answer })}
      />
      <Select
        label="Topic"
        all="Any topic"
        value={filters.query}
        choices={queries}
        onChoose={(query) => change({ query })}
      />
      <label>
        Words of the query
        <input
          type="search"
          value={filters.words}
          maxLength={200}
          onChange={({ target }) => change({ words: target.value })}
        />
      </label>
      {isNarrowed && (
        <button type="button" className="plain" onClick={() => onChange(NO_FILTERS)}>
          Show all
        </button>
      )}
    </form>
  );
}
