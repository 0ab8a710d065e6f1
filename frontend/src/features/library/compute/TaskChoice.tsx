import type { Task } from '@/features/library/parameters/request';
import { RadioCards } from '@/shared/ui/fields/RadioCards';

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

type Props = Readonly<{ task: Task; canRerank: boolean; onChange: (task: Task) => void }>;

/** What a run is computed from. */
export function TaskChoice({ task, canRerank, onChange }: Props) {
  const cards = TASKS.map((card) =>
    card.value === 'rerank' && !canRerank
      ? { ...card, hint: 'There is no complete run to re-rank yet.', disabled: true }
      : card,
  );
  return <RadioCards legend="What is to be done" cards={cards} value={task} onChange={onChange} />;
}
