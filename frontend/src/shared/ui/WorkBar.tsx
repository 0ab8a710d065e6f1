import type { Work } from '@/shared/workWords';
import bar from '@/shared/ui/Bar.module.css';
import styles from '@/shared/ui/WorkBar.module.css';

type Props = Readonly<{ label: string; work: Work; words: string }>;

/** What is done and what has failed of all that is to do, with words for it. */
export function WorkBar({ label, work: { n, n_done, n_failed }, words }: Props) {
  const share = (part: number): string => `${(100 * part) / Math.max(n, 1)}%`;
  return (
    <div className={styles.work}>
      <span
        className={bar.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={n}
        aria-valuenow={n_done}
        aria-valuetext={words}
      >
        <i style={{ width: share(n_done) }} />
        {n_failed > 0 && <i className={styles.failed} style={{ width: share(n_failed) }} />}
      </span>
      <small>{words}</small>
    </div>
  );
}
