import { Link } from '@/shared/routing/Link';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/passage/passage.module.css';

type Props = Readonly<{
  label: string;
  what: 'topic' | 'passage';
  previous: string | null;
  next: string | null;
  to: (id: string) => string;
  /** Where one is. */
  children: string;
}>;

/** The way to what stands before and behind in an order. */
export function Steps({ label, what, previous, next, to, children }: Props) {
  const before = what === 'topic' ? 'Topic before' : 'Passage before';
  return (
    <nav aria-label={label} className={styles.nav}>
      {previous !== null && (
        <Link to={to(previous)} aria-label={`${before}, ${previous}`}>
          ← {previous}
        </Link>
      )}
      <span className={text.softNumber}>{children}</span>
      {next !== null && (
        <Link to={to(next)} aria-label={`Next ${what}, ${next}`}>
          {next} →
        </Link>
      )}
    </nav>
  );
}
