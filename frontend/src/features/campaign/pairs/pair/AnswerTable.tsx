import type { Grade, PairAnswer } from '@/api/types';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import { formatSaid, formatWhen } from '@/features/campaign/pairs/answers/texts';
import { confidenceName } from '@/shared/judging/grades';
import { formatCount } from '@/shared/format/numbers';
import { formatSeconds } from '@/shared/format/time';
import { CardTable } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

/** Columns that would say nothing of these answers are left out. */
function columnsOf(answers: readonly PairAnswer[], scale: readonly Grade[]) {
  const all: Columns<PairAnswer> = [
    {
      head: 'assessor',
      isWords: true,
      cell: ({ pseudonym, assessor_kind: kind }) => (
        <>
          {pseudonym} {kind !== 'human' && <Tag tone="simulated">{kind}</Tag>}
        </>
      ),
    },
    {
      head: 'answer',
      isWords: true,
      className: styles.said,
      cell: (answer) => (
        <span>
          <GradeCell grade={answer.grade} scale={scale} isSurplus={answer.is_surplus} />{' '}
          {formatSaid(answer, scale)} {answer.is_surplus && <Tag>surplus</Tag>}
        </span>
      ),
    },
    {
      head: 'confidence',
      isWords: true,
      className: table.nowrap,
      cell: ({ confidence }) =>
        confidence === null ? '–' : `${confidence} ${confidenceName(confidence)}`,
    },
    { head: 'highlights', cell: ({ n_highlights: n }) => formatCount(n) },
    { head: 'active time', cell: ({ active_ms: ms }) => formatSeconds(ms) },
    {
      head: 'answered',
      className: table.nowrap,
      cell: ({ answered_at: at }) => <time dateTime={at}>{formatWhen(at)}</time>,
    },
    {
      head: 'note',
      isWords: true,
      className: styles.note,
      cell: ({ note }) => note !== '' && <span dir="auto">{note}</span>,
    },
  ];
  const isEmpty: Readonly<Record<string, (answer: PairAnswer) => boolean>> = {
    confidence: ({ confidence }) => confidence === null,
    highlights: ({ n_highlights: n }) => n === 0,
    note: ({ note }) => note === '',
  };
  const [name, ...others] = all;
  const isShown = ({ head }: (typeof all)[0]): boolean => !answers.every(isEmpty[head] ?? isNever);
  return [name, ...others.filter(isShown)] as const;
}

const isNever = (): boolean => false;

/** Each assessor's first look at the pair, in the order in which they answered. */
export function AnswerTable({
  answers,
  scale,
}: Readonly<{ answers: readonly PairAnswer[]; scale: readonly Grade[] }>) {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">Answers</h2>
      {answers.length === 0 ? (
        <p className={text.soft}>None yet. The first answer to this pair shows here.</p>
      ) : (
        <CardTable
          label="Answers"
          columns={columnsOf(answers, scale)}
          rows={answers}
          keyOf={({ pseudonym }) => pseudonym}
          className={styles.answers}
        />
      )}
    </section>
  );
}
