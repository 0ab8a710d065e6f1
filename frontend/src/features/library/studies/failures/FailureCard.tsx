import type { StudyFailure } from '@/api/types';
import { formatRank } from '@/features/library/studies/failures/choice';
import { MarkedText } from '@/features/library/studies/read/MarkedText';
import { Link } from '@/shared/routing/Link';
import { FoldedText } from '@/shared/ui/tables/FoldedText';
import { cx } from '@/shared/styles/cx';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/studies/failures/failures.module.css';

const LONG = 240;
type Passage = NonNullable<StudyFailure['relevant']>;
type Ranked = StudyFailure['ranks'][number];

/** A changed text, its own words marked; a long one opens to all of it. */
function Changed({ body, original }: Readonly<{ body: string; original: string }>) {
  if (body === '') return <span className={text.soft}>no text is left</span>;
  const marked = (
    <span dir="auto">
      <MarkedText text={body} other={original} />
    </span>
  );
  if (body.length <= LONG) return marked;
  return (
    <details>
      <summary dir="auto">{body.slice(0, LONG)}…</summary>
      {marked}
    </details>
  );
}

/** A passage as the originals have it and, where it was changed, as the variant has it. */
function PassageText({ passage }: Readonly<{ passage: Passage }>) {
  return (
    <>
      <FoldedText body={passage.text} />
      {passage.changed_text !== null && (
        <div className={styles.changed}>
          <small>in the variant: </small>
          <Changed body={passage.changed_text} original={passage.text} />
        </div>
      )}
    </>
  );
}

const labelOf = ({ relevance }: Passage): string =>
  relevance === null ? 'no label' : `label ${relevance}`;

/** "BM25: 1, then 14, fails". */
const rankText = ({ ranker, before, after, has_failed: hasFailed }: Ranked): string =>
  `${ranker}: ${formatRank(before)}, then ${formatRank(after)}${hasFailed ? ', fails' : ''}`;

function Ranks({ ranks }: Pick<StudyFailure, 'ranks'>) {
  return (
    <table
      aria-label="Ranks of the first relevant passage"
      className={cx(table.cards, styles.ranks)}
    >
      <thead>
        <tr>
          {['ranker', 'rank before', 'rank now', 'its first passage'].map((name) => (
            <th key={name} scope="col" className={table.words}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ranks.map(({ ranker, before, after, has_failed, top }) => (
          <tr key={ranker}>
            <th scope="row" className={table.words}>
              {ranker}
            </th>
            <td data-label="rank before" className={table.words}>
              {formatRank(before)}
            </td>
            <td data-label="rank now" className={cx(table.words, has_failed && styles.failed)}>
              {formatRank(after)}
              {has_failed && ', fails'}
            </td>
            <td data-label="its first passage" className={table.words}>
              {top === null ? (
                'none'
              ) : (
                <span className={styles.passage}>
                  <b>{top.doc_id}</b> <small>{labelOf(top)}</small> <PassageText passage={top} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Props = Readonly<{
  failure: StudyFailure;
  /** Where the topic is shown. */
  to: string;
}>;

/** One topic: what was asked, what is relevant, and where each ranker has it. */
export function FailureCard({ failure, to }: Props) {
  const { query_id, query, changed_query, relevant, ranks } = failure;
  return (
    <article className={styles.card} aria-label={`Topic ${query_id}`}>
      <h4 dir="auto">
        <Link to={to}>{query_id}</Link> {query}
      </h4>
      {changed_query !== null && (
        <p className={styles.changed} dir="auto">
          <small>in the variant: </small>
          <MarkedText text={changed_query} other={query} />
        </p>
      )}
      <p>{ranks.map(rankText).join('; ')}</p>
      <details>
        <summary>Passages</summary>
        {relevant !== null && (
          <div className={styles.passage}>
            <small>relevant: </small>
            <b>{relevant.doc_id}</b> <PassageText passage={relevant} />
          </div>
        )}
        <Ranks ranks={ranks} />
      </details>
    </article>
  );
}
