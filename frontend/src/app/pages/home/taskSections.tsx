import type { OwnTask, QueueToSettle } from '@/api/types';
import { CampaignTags } from '@/features/campaign/list/CampaignTags';
import { CardSection, OwnBar, OwnLinks } from '@/features/campaign/list/Cards';
import { outlookOf, whyNothingToJudge } from '@/features/campaign/list/ownPart';
import { Link } from '@/shared/routing/Link';
import { settlingPage } from '@/features/campaign/kit/deciding';
import { counted, formatCount } from '@/shared/format/numbers';
import { aboutHowLong } from '@/shared/format/time';
import cards from '@/features/campaign/list/cards.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/app/pages/home/home.module.css';

const MS_PER_MINUTE = 60_000;

type Outlook = 'now' | 'later' | 'done';

/** Whether there is something to judge now, will be, or is nothing more. */
export function outlookOfTask(task: OwnTask): Outlook {
  const outlook = outlookOf({ state: task.state, own: task }) ?? 'done';
  if (outlook !== 'now') return outlook;
  if (task.has_judged_all) return task.state === 'pilot' ? 'later' : 'done';
  return task.state === 'paused' ? 'later' : 'now';
}

/** Why there is nothing to judge; empty where there is something. */
export function whyNot(task: OwnTask): string {
  if (outlookOfTask(task) === 'now') return '';
  if (task.has_judged_all && task.state === 'pilot')
    return 'You have judged all of the pilot. The rest opens later.';
  return task.has_judged_all
    ? 'You have judged all there is for you now. Thank you.'
    : whyNothingToJudge(task, task);
}

/** "125 to judge, about 40 min"; the time once the pace is known, and nothing without a share. */
export function timeToGo({ n_left: nLeft, ms_left: ms }: OwnTask): string {
  if (nLeft === null || nLeft === 0) return '';
  const long = ms === null ? '' : `, ${aboutHowLong(ms / MS_PER_MINUTE)}`;
  return `${formatCount(nLeft)} to judge${long}`;
}

/** "In progress: how long do spruces live, and 2 more topics"; empty where none is begun. */
export function formatTopics({ topics }: OwnTask): string {
  const [first, ...others] = topics;
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more topic')}`;
  return `In progress: ${first}${more}`;
}

type TaskCardProps = Readonly<{ task: OwnTask; isAtWork: boolean; isNext: boolean }>;

/** A campaign as its assessor finds it: what is left, about how long, and the way in. */
function TaskCard({ task, isAtWork, isNext }: TaskCardProps) {
  const [why, toGo, topics] = [whyNot(task), timeToGo(task), formatTopics(task)];
  return (
    <article className={cards.card}>
      <h3>{task.name}</h3>
      <p>
        <CampaignTags state={task.state} isSimulated={false} />
      </p>
      {isAtWork && toGo !== '' && <p className={styles.figure}>{toGo}</p>}
      <OwnBar own={task} />
      {isAtWork && topics !== '' && <p className={styles.topics}>{topics}</p>}
      {why !== '' && <p>{why}</p>}
      <OwnLinks of={task} n={task.n_judged} isAtWork={isAtWork} look={isNext && styles.big} />
    </article>
  );
}

function QueueCard({ queue }: Readonly<{ queue: QueueToSettle }>) {
  const { id, name, state, n_left: nLeft } = queue;
  return (
    <article className={cards.card}>
      <h3>{name}</h3>
      <p>
        <CampaignTags state={state} isSimulated={false} />
      </p>
      <p className={styles.figure}>
        {nLeft === 0 ? 'Nothing waits' : `${counted(nLeft, 'pair')} to settle`}
      </p>
      <p>
        <Link
          to={settlingPage(id)}
          className={nLeft === 0 ? undefined : buttons.primary}
          aria-label={`Settle: ${name}`}
        >
          Settle
        </Link>
      </p>
    </article>
  );
}

/** An adjudicator's queues. */
export const SettleSection = ({ queues }: Readonly<{ queues: readonly QueueToSettle[] }>) => (
  <CardSection title="To settle" rows={queues}>
    {(queue) => <QueueCard queue={queue} />}
  </CardSection>
);

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
