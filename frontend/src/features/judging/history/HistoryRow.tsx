import type { CSSProperties } from 'react';
import type { JudgingSetup, OwnJudgment } from '@/api/types';
import { beginningOf, formatAnswer, formatDetails } from '@/features/judging/history/history';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/judging/history/history.module.css';
import text from '@/shared/styles/text.module.css';

type HistoryRowProps = Readonly<{
  judgment: OwnJudgment;
  setup: JudgingSetup;
  isOpen: boolean;
  /** In a list of one topic it would say the same again and again. */
  hidesTopic?: boolean;
  /** Whether the campaign takes another answer now. */
  canChange: boolean;
  onOpen: () => void;
}>;

/** One judgment: what was said, of what, and when. */
export function HistoryRow(props: HistoryRowProps) {
  const { judgment, setup, isOpen, hidesTopic = false, canChange, onOpen } = props;
  const { scale, reasons } = setup;
  const grade = scale.find(({ value }) => value === judgment.grade);
  const answer = formatAnswer(judgment, scale, reasons);
  return (
    <li style={grade && ({ '--grade': grade.colour } as CSSProperties)} aria-current={isOpen}>
      <p>
        <b>{answer}</b> <span className={text.softNumber}>{formatDetails(judgment)}</span>
      </p>
      {!hidesTopic && <p dir="auto">{judgment.topic.query}</p>}
      <p className={text.softNumber} dir="auto">
        {beginningOf(judgment.passage)}
      </p>
      {judgment.note !== '' && (
        <p className={styles.note} dir="auto">
          {judgment.note}
        </p>
      )}
      <Button
        look="flush"
        aria-label={`${canChange ? 'Open, to change' : 'Open'} ${answer} for “${judgment.topic.query}”`}
        disabled={isOpen}
        onClick={onOpen}
      >
        {isOpen ? 'Open now' : 'Open'}
      </Button>
    </li>
  );
}
