import type { ReactNode } from 'react';
import type { OwnTask, QueueToSettle } from '@/api/types';
import { CampaignTags } from '@/features/campaign/list/CampaignTags';
import { formatOwnPart, outlookOf, whyNothingToJudge } from '@/features/campaign/list/ownPart';
import { cx } from '@/shared/styles/cx';
import { Link } from '@/shared/routing/Link';
import { Bar } from '@/shared/ui/Bar';
import { settlingPage } from '@/features/campaign/kit/deciding';
import { counted, formatCount } from '@/shared/format/numbers';
import { aboutHowLong } from '@/shared/format/time';
import cards from '@/features/campaign/list/cards.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/app/pages/home/home.module.css';

const MS_PER_MINUTE = 60_000;

type Outlook = 'now' | 'later' | 'done';

/** Whether there is something to judge now, will be, or is nothing more. */
export function outlookOfTask(task: OwnTask): Outlook {
  const outlook = outlookOf({ state: task.state, own: task }) ?? 'done';
  if (outlook !== 'now') return outlook;
  if (task.has_judged_all) return 'done';
  return task.state === 'paused' ? 'later' : 'now';
}

/** Why there is nothing to judge; empty where there is something. */
export function whyNot(task: OwnTask): string {
  if (outlookOfTask(task) === 'now') return '';
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

/** "In hand: how long do spruces live, and 2 more topics"; empty where none is begun. */
export function formatTopics({ topics }: OwnTask): string {
  const [first, ...others] = topics;
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more topic')}`;
  return `In hand: ${first}${more}`;
}

type Props<Row> = Readonly<{
  title: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}>;

/** A heading and a card for each row; nothing without rows. */
function CardSection<Row extends Readonly<{ id: number }>>(props: Props<Row>) {
  const { title, rows, children } = props;
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className={cards.cards}>
        {rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
    </section>
  );
}

type TaskCardProps = Readonly<{ task: OwnTask; isAtWork: boolean; isNext: boolean }>;

function Actions({ task: { id, name, n_judged: nJudged }, isAtWork, isNext }: TaskCardProps) {
  return (
    <p className={buttons.actions}>
      {isAtWork && (
        <Link
          to={`/judge/${id}`}
          className={cx(buttons.primary, isNext && styles.big)}
          aria-label={`Judge: ${name}`}
        >
          Judge
        </Link>
      )}
      {!isAtWork && nJudged > 0 && (
        <Link to={`/judge/${id}#history`} aria-label={`Your judgments: ${name}`}>
          Your judgments
        </Link>
      )}
      <Link to={`/judge/${id}/record`} aria-label={`Your data: ${name}`}>
        Your data
      </Link>
    </p>
  );
}

/** A campaign as its assessor finds it: what is left, about how long, and the way in. */
function TaskCard(props: TaskCardProps) {
  const { task, isAtWork } = props;
  const judged = formatOwnPart(task);
  const [why, toGo, topics] = [whyNot(task), timeToGo(task), formatTopics(task)];
  return (
    <article className={cards.card}>
      <h3>{task.name}</h3>
      <p>
        <CampaignTags state={task.state} isSimulated={false} />
      </p>
      {isAtWork && toGo !== '' && <p className={styles.figure}>{toGo}</p>}
      {task.share !== null && <Bar value={task.n_judged} max={task.share} label={judged} />}
      <p className={text.softNumber}>{judged}</p>
      {isAtWork && topics !== '' && <p className={styles.topics}>{topics}</p>}
      {why !== '' && <p>{why}</p>}
      <Actions {...props} />
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
