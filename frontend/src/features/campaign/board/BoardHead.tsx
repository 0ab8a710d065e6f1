import type { Board } from '@/api/types';
import { SignUpLink } from '@/features/campaign/board/SignUpLink';
import { counted } from '@/shared/format';
import { isOver } from '@/shared/stateNames';
import { formatMoment } from '@/shared/time';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/board/board.module.css';

type Props = Readonly<{ board: Board; isStale: boolean }>;

/** What the campaign rests on, and how old the numbers are. */
export function BoardHead({ board, isStale }: Props) {
  const { campaign } = board;
  const { pool } = campaign;
  const depth = pool.depth === null ? '' : `, depth ${pool.depth}`;
  const source = pool.runs.length === 0 ? 'a given list of pairs' : pool.runs.join(', ');
  return (
    <header className={styles.head}>
      <p className={text.soft}>
        {counted(campaign.judgments_per_pair, 'judgment')} wanted of each pair · pool {pool.name}
        {depth}, fed by {source}
      </p>
      <p className={text.softNumber}>
        {board.progress === null &&
          !isOver(campaign.state) &&
          `${counted(board.n_active, 'person', 'people')} at work now · `}
        all as of {formatMoment(board.counted_at)}
      </p>
      {campaign.takes_sign_ups && <SignUpLink campaignId={campaign.id} />}
      {isStale && (
        <p role="status" className={text.warn}>
          The server does not answer just now; these are the last numbers it gave.
        </p>
      )}
    </header>
  );
}
