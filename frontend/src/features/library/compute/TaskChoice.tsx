import type { Task } from '@/features/library/parameters/request';

const TASKS: readonly Readonly<{ task: Task; label: string; hint: string }>[] = [
  {
    task: 'search',
    label: 'Search a collection',
    hint: 'Every passage is ranked for every topic, and the best are kept.',
  },
  {
    task: 'rerank',
    label: 'Re-rank a run',
    hint: 'A model puts the best passages of a run in a new order; a passage that the run lacks stays out.',
  },
];

type Props = Readonly<{ task: Task; canRerank: boolean; onChange: (task: Task) => void }>;

/** What a run is computed from. */
export function TaskChoice({ task, canRerank, onChange }: Props) {
  return (
    <fieldset className="task">
      <legend>What is to be done</legend>
      {TASKS.map(({ task: one, label, hint }) => {
        const isClosed = one === 'rerank' && !canRerank;
        return (
          <label key={one} className="choice">
            <input
              type="radio"
              name="task"
              checked={task === one}
              disabled={isClosed}
              onChange={() => onChange(one)}
            />
            <span>
              {label}
              <small>{isClosed ? 'There is no complete run to re-rank yet.' : hint}</small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
