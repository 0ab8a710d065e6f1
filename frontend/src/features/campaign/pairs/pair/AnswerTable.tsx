import type { Grade, PairAnswer } from '@/api/types';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import { formatSaid, formatWhen } from '@/features/campaign/pairs/answers/texts';
import { confidenceName } from '@/shared/confidence';
import { formatCount } from '@/shared/format';
import { formatSeconds } from '@/shared/time';
import { Scroller } from '@/shared/ui/Scroller';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/cx';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

/** Columns that would say nothing here are left out. */
type Shown = Readonly<{ hasConfidence: boolean; hasHighlights: boolean; hasNotes: boolean }>;

const shownOf = (answers: readonly PairAnswer[]): Shown => ({
  hasConfidence: answers.some(({ confidence }) => confidence !== null),
  hasHighlights: answers.some(({ n_highlights: n }) => n > 0),
  hasNotes: answers.some(({ note }) => note !== ''),
});

function Head({ hasConfidence, hasHighlights, hasNotes }: Shown) {
  return (
    <thead>
      <tr>
        <th scope="col" className={table.words}>
          assessor
        </th>
        <th scope="col" className={table.words}>
          answer
        </th>
        {hasConfidence && (
          <th scope="col" className={table.words}>
            confidence
          </th>
        )}
        {hasHighlights && <th scope="col">highlights</th>}
        <th scope="col">active time</th>
        <th scope="col">answered</th>
        {hasNotes && (
          <th scope="col" className={table.words}>
            note
          </th>
        )}
      </tr>
    </thead>
  );
}

type RowProps = Readonly<{ answer: PairAnswer; scale: readonly Grade[]; shown: Shown }>;

function Name({ answer: { pseudonym, assessor_kind: kind } }: Pick<RowProps, 'answer'>) {
  return (
    <th scope="row" className={table.words}>
      {pseudonym} {kind !== 'human' && <Tag tone="simulated">{kind}</Tag>}
    </th>
  );
}

function Row({ answer, scale, shown }: RowProps) {
  const { confidence, note } = answer;
  return (
    <tr>
      <Name answer={answer} />
      <td className={styles.said} data-label="answer">
        <span>
          <GradeCell grade={answer.grade} scale={scale} isSurplus={answer.is_surplus} />{' '}
          {formatSaid(answer, scale)} {answer.is_surplus && <Tag>surplus</Tag>}
        </span>
      </td>
      {shown.hasConfidence && (
        <td className={cx(table.words, table.nowrap)} data-label="confidence">
          {confidence === null ? '–' : `${confidence} ${confidenceName(confidence)}`}
        </td>
      )}
      {shown.hasHighlights && <td data-label="highlights">{formatCount(answer.n_highlights)}</td>}
      <td data-label="active time">{formatSeconds(answer.active_ms)}</td>
      <td className={table.nowrap} data-label="answered">
        <time dateTime={answer.answered_at}>{formatWhen(answer.answered_at)}</time>
      </td>
      {shown.hasNotes && (
        <td className={styles.note} dir="auto" data-label={note === '' ? undefined : 'note'}>
          {note}
        </td>
      )}
    </tr>
  );
}

type Props = Readonly<{ answers: readonly PairAnswer[]; scale: readonly Grade[] }>;

/** Each assessor's first look at the pair, in the order in which they answered. */
export function AnswerTable({ answers, scale }: Props) {
  const shown = shownOf(answers);
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">Answers</h2>
      {answers.length === 0 ? (
        <p className={text.soft}>None yet. The first answer to this pair shows here.</p>
      ) : (
        <Scroller label="Answers">
          <table className={cx(table.cards, styles.answers)}>
            <Head {...shown} />
            <tbody>
              {answers.map((answer) => (
                <Row key={answer.pseudonym} answer={answer} scale={scale} shown={shown} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}
