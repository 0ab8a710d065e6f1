import type { QueueToSettle } from '@/api/types';
import { CardSection } from '@/app/pages/home/CardSection';
import { settlingPage } from '@/features/campaign/kit/deciding';
import { CampaignTags } from '@/features/campaign/list/CampaignTags';
import { counted } from '@/shared/format';
import { Link } from '@/shared/routing/Link';
import buttons from '@/shared/styles/buttons.module.css';
import cards from '@/features/campaign/list/cards.module.css';
import styles from '@/app/pages/home/home.module.css';

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
