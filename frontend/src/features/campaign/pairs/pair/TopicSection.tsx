import type { WholePair } from '@/api/types';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

type Props = Readonly<{ pair: WholePair }>;

/** The query, and what the person behind it wanted. */
export function TopicSection({ pair: { row, description, narrative } }: Props) {
  const need = [description, narrative].filter((part) => part !== '' && part !== row.query);
  return (
    <section aria-labelledby="query" className={styles.topic}>
      <h2 id="query" dir="auto">
        <span className={text.soft}>{row.query_id}</span> {row.query}{' '}
        {row.kind !== 'regular' && <Tag>{row.kind}</Tag>} {row.is_tied && <Tag>tied</Tag>}
      </h2>
      {need.map((part) => (
        <p key={part} className={text.soft} dir="auto">
          {part}
        </p>
      ))}
    </section>
  );
}
