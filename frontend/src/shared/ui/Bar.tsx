import styles from '@/shared/ui/Bar.module.css';
type Props = Readonly<{ value: number; max: number; label: string }>;

/** How much of a whole is done. The numbers are always beside it in words. */
export function Bar({ value, max, label }: Props) {
  const share = max === 0 ? 0 : Math.min(value / max, 1);
  return (
    <span className={styles.track} role="img" aria-label={label}>
      <i style={{ width: `${share * 100}%` }} />
    </span>
  );
}
