import type { PassageTopic } from '@/api/types';
import { labelsPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import styles from '@/features/topic/passage/passage.module.css';

/** The passage's label for a topic, under each label set that has one. */
export function LabelList({ labels }: Readonly<{ labels: PassageTopic['labels'] }>) {
  if (labels.length === 0) return null;
  return (
    <ul role="list" className={styles.labels} aria-label="Labels">
      {labels.map(({ label_set: name, relevance, min_relevance: least }) => (
        <li key={name}>
          <Link to={labelsPath(name)}>{name}</Link> <b>{relevance}</b>
          {relevance >= least ? ', relevant' : ', not relevant'}
        </li>
      ))}
    </ul>
  );
}
