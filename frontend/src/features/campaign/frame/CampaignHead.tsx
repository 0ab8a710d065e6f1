import type { CampaignOverview } from '@/api/types';
import { StateActions } from '@/features/campaign/frame/StateActions';
import { WaitingFor } from '@/features/campaign/frame/WaitingFor';
import { stateName } from '@/shared/stateNames';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/frame/CampaignHead.module.css';

type Props = Readonly<{ campaign: CampaignOverview; isStale: boolean }>;

export function CampaignHead({ campaign, isStale }: Props) {
  const { name, state, is_simulated: isSimulated } = campaign;
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1>
          {name} <Tag tone={state === 'open' ? 'open' : undefined}>{stateName(state)}</Tag>{' '}
          {isSimulated && <Tag tone="simulated">simulated assessors</Tag>}
        </h1>
        <WaitingFor campaign={campaign} />
        {isStale && (
          <p role="status" className={text.warn}>
            The server does not answer just now; this is what it said last.
          </p>
        )}
      </div>
      <StateActions campaign={campaign} />
    </header>
  );
}
