import type { Grade, PairAnswer } from '@/api/types';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import { describeAnswer } from '@/features/campaign/pairs/answers/texts';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/list/pairs.module.css';

type Props = Readonly<{ answers: readonly PairAnswer[]; scale: readonly Grade[] }>;

/** A cell for each assessor who answered, in the order in which they did. */
export function AnswerCells({ answers, scale }: Props) {
  if (answers.length === 0) return <span className={text.soft}>none yet</span>;
  return (
    <ul role="list" className={styles.answers}>
      {answers.map((answer) => {
        const found = describeAnswer(answer, scale);
        return (
          <li key={answer.pseudonym}>
            <GradeCell
              grade={answer.grade}
              scale={scale}
              isSurplus={answer.is_surplus}
              title={found}
            />
            <span className={text.visuallyHidden}>{found}</span>
          </li>
        );
      })}
    </ul>
  );
}
