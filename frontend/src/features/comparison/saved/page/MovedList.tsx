import type { OpenedComparison } from '@/api/types';
import styles from '@/features/comparison/saved/page/saved.module.css';

type Props = Readonly<{ label: string; found: string; moved: OpenedComparison['moved'] }>;

/** In what a question would be answered otherwise today; nothing where it would not. */
export function MovedList({ label, found, moved }: Props) {
  return (
    moved.length > 0 && (
      <section className={styles.moved} aria-label={label}>
        <p>{found}</p>
        <ul>
          {moved.map(({ kind, name, text }) => (
            <li key={`${kind} ${name}`}>{text}</li>
          ))}
        </ul>
      </section>
    )
  );
}
