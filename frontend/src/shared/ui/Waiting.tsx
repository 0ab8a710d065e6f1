import styles from '@/shared/ui/Waiting.module.css';
type Props = Readonly<{ label: string }>;

/** Stays invisible for the first moment, so that quick answers do not flicker. */
export function Waiting({ label }: Props) {
  return (
    <p className={styles.waiting} role="status" data-testid="waiting">
      {label}…
    </p>
  );
}
