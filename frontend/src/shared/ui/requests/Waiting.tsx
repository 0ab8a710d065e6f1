import { cx } from '@/shared/styles/cx';
import { WaitedFor } from '@/shared/ui/requests/Seconds';
import styles from '@/shared/ui/requests/Waiting.module.css';

type Props = Readonly<{
  label: string;
  /** Keeps what stands below out of sight, which would be moved away by what comes. */
  isTall?: boolean;
}>;

/** Stays invisible for the first moment, so that quick answers do not flicker. */
export function Waiting({ label, isTall = false }: Props) {
  return (
    <p className={cx(styles.waiting, isTall && styles.tall)} role="status" data-testid="waiting">
      {label}…
      <WaitedFor />
    </p>
  );
}
