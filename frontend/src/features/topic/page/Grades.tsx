import type { ReactNode } from 'react';
import type { TopicLook, TopicPassage } from '@/api/types';
import { Link } from '@/shared/routing/Link';
import { PassageLine, PassageText } from '@/shared/ui/passage/PassageText';
import { counted } from '@/shared/format/numbers';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/page/topic.module.css';

type Props = Readonly<{
  labels: TopicLook['labels'];
  passage: TopicPassage;
  /** All of the text is shown, and what each grade is; else one line, and the grades alone. */
  isWhole: boolean;
}>;

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
const spansOf = ({ votes }: Pick<TopicPassage, 'votes'>): readonly (readonly number[])[] =>
  votes.flatMap(({ spans }) => spans);

/** A passage's label under each label set; with names, what people gave it where that may be seen. */
function Grades({ labels, passage, isWhole }: Props) {
  return (
    <ul role="list" className={styles.grades} aria-label="Labels">
      {labels.map(({ name, min_relevance: least }, place) => (
        <li key={name} title={isWhole ? undefined : name}>
          <span className={cx(!isWhole && text.visuallyHidden)}>{name}</span>{' '}
          <Grade value={passage.relevances[place] ?? null} least={least} />
        </li>
      ))}
      {(isWhole ? passage.votes : []).map(({ campaign, grades, n_not_judged: n }) => (
        <li key={`votes ${campaign}`}>
          votes in {campaign} <b>{grades.join(' ')}</b>
          {n > 0 && ` ${counted(n, 'answer')} without a grade`}
        </li>
      ))}
    </ul>
  );
}

type GradedProps = Props &
  Readonly<{
    /** Words to be shown in bold; '' is none. */
    query: string;
    /** Where the passage is shown by itself. */
    to?: string;
    /** What is shown below the whole passage. */
    children?: ReactNode;
  }>;

/** A passage behind its grades: one line of it, or all. */
export function GradedPassage({ to, query, children, ...props }: GradedProps) {
  const { passage, isWhole } = props;
  const shown = { passage, query, spans: spansOf(passage) };
  if (isWhole)
    return (
      <div className={styles.whole}>
        <Grades {...props} />
        <PassageText {...shown} />
        {children}
      </div>
    );
  const line = <PassageLine {...shown} name={passage.doc_id} />;
  return (
    <div className={styles.brief}>
      <Grades {...props} />
      {to === undefined ? (
        <span className={styles.line} dir="auto">
          {line}
        </span>
      ) : (
        <Link className={styles.line} to={to} title={passage.doc_id} dir="auto">
          {line}
        </Link>
      )}
    </div>
  );
}
