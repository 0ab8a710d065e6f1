import type { DerivedLabels } from '@/api/types';
import { Link } from '@/shared/routing/Link';
import { underLabelsPath } from '@/shared/comparisonPath';
import { counted } from '@/shared/format';
import styles from '@/features/campaign/labels/derive.module.css';

type Props = Readonly<{ made: DerivedLabels | null; poolRuns: readonly string[] }>;

/** That the label set is there, and where; said aloud once it is. */
export function MadeNote({ made, poolRuns }: Props) {
  return (
    <div role="status">
      {made !== null && (
        <div className={styles.made}>
          <p>
            Made <b>{made.name}</b>: {counted(made.counts.n_pairs, 'label')} in{' '}
            {counted(made.counts.n_topics, 'topic')}.
          </p>
          <p>
            <a href={`#labels-${made.id}`}>See it below</a>, or look at{' '}
            <Link to={underLabelsPath(made.name, poolRuns)}>what it does to the runs</Link>.
          </p>
        </div>
      )}
    </div>
  );
}
