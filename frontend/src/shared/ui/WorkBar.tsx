import bar from '@/shared/ui/Bar.module.css';
import styles from '@/shared/ui/WorkBar.module.css';
import type { Work } from '@/shared/format/work';

type Props = Readonly<{ label: string; work: Omit<Work, 'unit'> & Partial<Work>; text: string }>;

/** The share of work done and failed, with a text. */
export function WorkBar({ label, work: { n, n_done, n_failed }, text }: Props) {
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
        aria-valuetext={text}
      >
        <i style={{ width: share(n_done) }} />
        {n_failed > 0 && <i className={styles.failed} style={{ width: share(n_failed) }} />}
      </span>
      <small>{text}</small>
    </div>
  );
}
