import type { OwnTask } from '@/api/types';
import { formatTopics, timeToGo, whyNot } from '@/app/pages/home/tasks';
import { CampaignTags } from '@/features/campaign/list/CampaignTags';
import { formatOwnPart } from '@/features/campaign/list/ownPart';
import { cx } from '@/shared/cx';
import { Link } from '@/shared/routing/Link';
import { Bar } from '@/shared/ui/Bar';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import cards from '@/features/campaign/list/cards.module.css';
import styles from '@/app/pages/home/home.module.css';

type Props = Readonly<{ task: OwnTask; isAtWork: boolean; isNext: boolean }>;

function Actions({ task: { id, name, n_judged: nJudged }, isAtWork, isNext }: Props) {
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
export function TaskCard(props: Props) {
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
