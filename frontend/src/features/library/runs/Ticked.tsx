import { useState } from 'react';
import { useSession } from '@/api/session';
import { DetailsDialog } from '@/features/library/archiving/DetailsDialog';
import type { Described, Details } from '@/features/library/archiving/DetailsDialog';
import { FuseDialog } from '@/features/library/runs/FuseDialog';
import { counted } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/runs/Ticked.module.css';

type Props = Readonly<{
  runs: readonly Described[];
  /** The comparison of the ticked runs; null if it takes more of them. */
  compare: string | null;
  onClear: () => void;
  /** These details of all the runs are saved; for a list that keeps rows of its own. */
  onSaved?: (details: Partial<Details>) => void;
}>;

/** What can be done with the runs that are ticked in a list. */
export function Ticked({ runs, compare, onClear, onSaved }: Props) {
  const [open, setOpen] = useState<'details' | 'fusion' | null>(null);
  const { data: session } = useSession();
  const close = () => setOpen(null);
  if (runs.length === 0) return null;
  return (
    <div className={styles.bar}>
      <p role="status">{counted(runs.length, 'run')} ticked</p>
      {compare === null ? (
        <span className={text.soft}>Tick one more to compare.</span>
      ) : (
        <Link to={compare} className={buttons.primary}>
          Compare
        </Link>
      )}
      {session?.may_research === true && runs.length > 1 && (
        <Button look="second" onClick={() => setOpen('fusion')}>
          Fuse runs…
        </Button>
      )}
      <Button look="second" onClick={() => setOpen('details')}>
        Edit details
      </Button>
      <Button onClick={onClear}>Untick all</Button>
      {open === 'details' && (
        <DetailsDialog runs={runs} {...(onSaved && { onSaved })} onClose={close} />
      )}
      {open === 'fusion' && <FuseDialog runs={runs.map(({ name }) => name)} onClose={close} />}
    </div>
  );
}
