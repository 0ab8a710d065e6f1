import type { Likely } from '@/features/comparison/verdict/likely';
import styles from '@/features/comparison/verdict/verdict.module.css';

/** Keeps the place of a verdict that is not there yet, so that nothing below moves when it comes. */
export function Reserved({ likely: { sentence, weakest } }: Readonly<{ likely: Likely }>) {
  return (
    <div className={styles.reserved} aria-hidden>
      <p className={styles.sentence} data-text={sentence} />
      <div className={styles.weak}>
        <p data-text={weakest} />
        <p data-text="What else to mind" className={styles.more} />
      </div>
    </div>
  );
}
