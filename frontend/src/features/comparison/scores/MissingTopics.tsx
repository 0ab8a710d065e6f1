import { counted } from '@/shared/format';
import styles from '@/features/comparison/scores/scores.module.css';

/** Topics that a run does not answer; each counts with the measure's worst value. */
export function MissingTopics({ n }: Readonly<{ n: number | null }>) {
  if (n === null || n === 0) return null;
  return <small className={styles.missing}>{counted(n, 'topic')} missing, scored worst</small>;
}
