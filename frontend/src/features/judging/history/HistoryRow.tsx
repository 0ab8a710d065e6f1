import type { CSSProperties } from 'react';
import type { JudgingSetup, OwnJudgment } from '@/api/types';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/judging/history/history.module.css';
import { formatAnswer, beginningOf, formatDetails } from '@/features/judging/history/history';

type Props = Readonly<{
  judgment: OwnJudgment;
  setup: JudgingSetup;
  isOpen: boolean;
  /** Whether the campaign takes another answer now. */
  canChange: boolean;
  onOpen: () => void;
}>;

/** One judgment: what was said, of what, and when. */
export function HistoryRow({ judgment, setup, isOpen, canChange, onOpen }: Props) {
  const { scale, reasons } = setup;
  const grade = scale.find(({ value }) => value === judgment.grade);
  const answer = formatAnswer(judgment, scale, reasons);
  return (
    <li style={grade && ({ '--grade': grade.colour } as CSSProperties)} aria-current={isOpen}>
      <p>
        <b>{answer}</b> <span className={text.softNumber}>{formatDetails(judgment)}</span>
      </p>
      <p dir="auto">{judgment.topic.query}</p>
      <p className={text.softNumber} dir="auto">
        {beginningOf(judgment.passage)}
      </p>
      {judgment.note !== '' && (
        <p className={styles.note} dir="auto">
          {judgment.note}
        </p>
      )}
      <button
        type="button"
        className={buttons.flush}
        aria-label={`${canChange ? 'Open, to change' : 'Open'} ${answer} for “${judgment.topic.query}”`}
        disabled={isOpen}
        onClick={onOpen}
      >
        {isOpen ? 'Open now' : 'Open'}
      </button>
    </li>
  );
}
