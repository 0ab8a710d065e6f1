import type { OwnTask } from '@/api/types';
import { CardSection } from '@/app/pages/home/CardSection';
import { TaskCard } from '@/app/pages/home/TaskCard';
import { outlookOfTask } from '@/app/pages/home/tasks';
import type { Outlook } from '@/app/pages/home/tasks';

const GROUPS: readonly (readonly [Outlook, string])[] = [
  ['now', 'To judge'],
  ['later', 'Not open now'],
  ['done', 'Done'],
];

/** The next campaign is the one begun, else the first that is open. */
function nextOf(tasks: readonly OwnTask[]): OwnTask | undefined {
  const open = tasks.filter((task) => outlookOfTask(task) === 'now');
  return open.find(({ topics }) => topics.length > 0) ?? open[0];
}

/** An assessor's campaigns: the next first, then where there is more, then where there is nothing. */
export function JudgeSection({ tasks }: Readonly<{ tasks: readonly OwnTask[] }>) {
  const next = nextOf(tasks);
  const nextFirst = tasks.toSorted((a, b) => Number(b === next) - Number(a === next));
  return GROUPS.map(([outlook, title]) => (
    <CardSection
      key={outlook}
      title={title}
      rows={nextFirst.filter((task) => outlookOfTask(task) === outlook)}
    >
      {(task) => <TaskCard task={task} isAtWork={outlook === 'now'} isNext={task === next} />}
    </CardSection>
  ));
}
