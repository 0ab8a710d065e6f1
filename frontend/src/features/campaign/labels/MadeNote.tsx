import { useSession } from '@/api/session';
import type { DerivedLabels } from '@/api/types';
import { Link } from '@/shared/routing/Link';
import { counted } from '@/shared/format';
import styles from '@/features/campaign/labels/derive.module.css';

type Props = Readonly<{ made: DerivedLabels | null }>;

/** That the label set is there, and where; said aloud once it is. */
export function MadeNote({ made }: Props) {
  const { data: session } = useSession();
  return (
    <div role="status">
      {made !== null && (
        <div className={styles.made}>
          <p>
            Made <b>{made.name}</b>: {counted(made.counts.n_pairs, 'label')} in{' '}
            {counted(made.counts.n_topics, 'topic')}.
          </p>
          <p>
            <a href={`#labels-${made.id}`}>See it below</a>
            {session?.may_research === true ? (
              <>
                , or{' '}
                <Link to={`/compare?label_set=${encodeURIComponent(made.name)}`}>
                  compare runs by it
                </Link>
                .
              </>
            ) : (
              '. Whoever may research compares runs by it, under Compare.'
            )}
          </p>
        </div>
      )}
    </div>
  );
}
