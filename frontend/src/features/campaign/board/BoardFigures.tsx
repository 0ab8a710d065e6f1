import type { Board } from '@/api/types';
import { headlinesOf } from '@/features/campaign/board/boardFigures';
import styles from '@/features/campaign/board/board.module.css';

/** The four numbers that an organizer looks for first. */
export function BoardFigures({ board }: Readonly<{ board: Board }>) {
  const headlines = headlinesOf(board);
  if (headlines.length === 0) return null;
  return (
    <dl className={styles.headlines}>
      {headlines.map(({ name, value, beside }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd>{beside}</dd>
        </div>
      ))}
    </dl>
  );
}
