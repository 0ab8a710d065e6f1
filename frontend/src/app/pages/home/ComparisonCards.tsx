import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SavedComparison } from '@/api/types';
import { forgetComparison, readRecent } from '@/features/comparison/recent/recentComparisons';
import type { RecentComparison } from '@/features/comparison/recent/recentComparisons';
import { cx } from '@/shared/styles/cx';
import { Link } from '@/shared/routing/Link';
import { useSteadyRead } from '@/api/read';
import { counted } from '@/shared/format/numbers';
import { savedPath } from '@/shared/routing/paths';
import { formatAgo } from '@/shared/format/time';
import buttons from '@/shared/styles/buttons.module.css';
import cards from '@/features/campaign/list/cards.module.css';
import styles from '@/app/pages/home/home.module.css';

const MOST = 5;

type NewestProps = Readonly<{
  title: string;
  rows: readonly Readonly<{ name: string; to: string; beside: string; created_at: string }>[];
  children: ReactNode;
}>;

/** The newest of a kind, each with what says whose or of what it is. */
export function NewestCard({ title, rows, children }: NewestProps) {
  return (
    <article className={cards.card}>
      <h3>{title}</h3>
      <ul role="list" className={styles.rows}>
        {rows.map(({ name, to, beside, created_at: at }) => (
          <li key={name}>
            <Link to={to}>{name}</Link>
            <small>
              {beside !== '' && `${beside}, `}
              {formatAgo(at)}
            </small>
          </li>
        ))}
      </ul>
      <p>{children}</p>
    </article>
  );
}

const savedRow = ({ content_hash: hash, owner, ...row }: SavedComparison) => ({
  ...row,
  to: savedPath(hash),
  beside: owner === null ? '' : `by ${owner}`,
});

/** Comparisons that somebody saved, the newest first; nothing where there is none. */
export function SavedCard() {
  const { data } = useSteadyRead('/api/comparisons', {
    sort: '-created_at',
    size: MOST,
  });
  if (data === undefined || data.n === 0) return null;
  return (
    <NewestCard title="Saved comparisons" rows={data.rows.map(savedRow)}>
      <Link to="/library/comparisons">{counted(data.n ?? 0, 'comparison')} in the library</Link>
    </NewestCard>
  );
}

const NAMES = new Intl.ListFormat('en', { type: 'conjunction' });

const titleOf = ({ baseline, runs }: RecentComparison): string =>
  `${NAMES.format(runs)} against ${baseline}`;

type Props = Readonly<{ username: string }>;

/** Comparisons that were opened last in this browser, with a way to take each off the list; nothing where there is none. */
export function RecentCard({ username }: Props) {
  const [recent, setRecent] = useState(() => readRecent(username));
  if (recent.length === 0) return null;
  return (
    <article className={cards.card}>
      <h3>Recent comparisons</h3>
      <ul role="list" className={styles.rows}>
        {recent.map((one) => (
          <li key={one.address} className={styles.removable}>
            <span>
              <Link to={one.address}>{titleOf(one)}</Link>
              <small>under {NAMES.format(one.labels)}</small>
            </span>
            <button
              type="button"
              className={cx(buttons.plain, styles.remove)}
              aria-label={`Remove: ${titleOf(one)}`}
              onClick={() => setRecent(forgetComparison(username, one.address))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/compare">Compare runs</Link>
      </p>
    </article>
  );
}
