import { useSavedComparisons } from '@/api/savedComparisons';
import { counted } from '@/shared/format';
import { savedPath } from '@/shared/libraryPaths';
import { Link } from '@/shared/routing/Link';
import { formatAgo } from '@/shared/time';
import cards from '@/features/campaign/list/cards.module.css';
import styles from '@/app/pages/home/home.module.css';

const MOST = 5;

/** Comparisons that somebody saved, the newest first; nothing where there is none. */
export function SavedCard() {
  const { data } = useSavedComparisons({ sort: '-created_at', size: MOST });
  if (data === undefined || data.n === 0) return null;
  return (
    <article className={cards.card}>
      <h3>Saved comparisons</h3>
      <ul className={styles.rows}>
        {data.rows.map(({ name, content_hash: hash, owner, created_at: at }) => (
          <li key={name}>
            <Link to={savedPath(hash)}>{name}</Link>
            <small>
              {owner !== null && `by ${owner}, `}
              {formatAgo(at)}
            </small>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/library/comparisons">{counted(data.n, 'comparison')} in the library</Link>
      </p>
    </article>
  );
}
