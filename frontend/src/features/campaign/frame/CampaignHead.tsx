import type { CampaignOverview } from '@/api/types';
import { StateActions } from '@/features/campaign/frame/StateActions';
import { WaitingFor } from '@/features/campaign/frame/WaitingFor';
import { stateName } from '@/shared/stateNames';
import { StaleNote } from '@/shared/ui/StaleNote';
import { Tag } from '@/shared/ui/Tag';
import styles from '@/features/campaign/frame/CampaignHead.module.css';

type Props = Readonly<{ campaign: CampaignOverview; error: unknown }>;

export function CampaignHead({ campaign, error }: Props) {
  const { name, state, is_simulated: isSimulated } = campaign;
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1>
          {name} <Tag tone={state === 'open' ? 'open' : undefined}>{stateName(state)}</Tag>{' '}
          {isSimulated && <Tag tone="simulated">simulated assessors</Tag>}
        </h1>
        <WaitingFor campaign={campaign} />
        <StaleNote error={error} />
      </div>
      <StateActions campaign={campaign} />
    </header>
  );
}
