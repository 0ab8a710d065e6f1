import type { TopicLook, TopicPassage } from '@/api/types';
import { counted } from '@/shared/format/numbers';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/page/topic.module.css';

type Props = Readonly<{ labels: TopicLook['labels']; passage: TopicPassage }>;

function Grade({ value, least }: Readonly<{ value: number | null; least: number }>) {
  if (value === null)
    return (
      <b className={cx(styles.grade, styles.unjudged)}>
        <span aria-hidden>?</span>
        <span className={text.visuallyHidden}>not labelled</span>
      </b>
    );
  const isRelevant = value >= least;
  return (
    <b className={cx(styles.grade, isRelevant && styles.relevant)}>
      {value}
      <span className={text.visuallyHidden}>{isRelevant ? ', relevant' : ', not relevant'}</span>
    </b>
  );
}

/** All that people highlighted of a passage. */
export const spansOf = ({ votes }: Pick<TopicPassage, 'votes'>): readonly (readonly number[])[] =>
  votes.flatMap(({ spans }) => spans);

/** A passage's label under each label set, and what people gave it where that may be seen. */
export function Grades({ labels, passage }: Props) {
  return (
    <ul role="list" className={styles.grades} aria-label="Labels">
      {labels.map(({ name, min_relevance: least }, place) => (
        <li key={name}>
          {name} <Grade value={passage.relevances[place] ?? null} least={least} />
        </li>
      ))}
      {passage.votes.map(({ campaign, grades, n_not_judged: n }) => (
        <li key={`votes ${campaign}`}>
          votes in {campaign} <b>{grades.join(' ')}</b>
          {n > 0 && ` ${counted(n, 'answer')} without a grade`}
        </li>
      ))}
    </ul>
  );
}
