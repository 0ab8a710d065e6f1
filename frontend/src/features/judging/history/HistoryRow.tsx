import type { CSSProperties } from 'react';
import type { JudgingSetup, OwnJudgment } from '@/api/types';
import { answerWords, beginningOf, detailWords } from '@/features/judging/history/history';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/judging/history/history.module.css';

type Props = Readonly<{
  one: OwnJudgment;
  setup: JudgingSetup;
  isOpen: boolean;
  /** Whether the campaign takes another answer now. */
  canChange: boolean;
  onOpen: () => void;
}>;

/** One judgment: what was said, of what, and when. */
export function HistoryRow({ one, setup, isOpen, canChange, onOpen }: Props) {
  const { scale, reasons } = setup;
  const grade = scale.find(({ value }) => value === one.grade);
  const answer = answerWords(one, scale, reasons);
  return (
    <li style={grade && ({ '--grade': grade.colour } as CSSProperties)} aria-current={isOpen}>
      <p>
        <b>{answer}</b> <span className={text.softNumber}>{detailWords(one)}</span>
      </p>
      <p dir="auto">{one.topic.query}</p>
      <p className={text.softNumber} dir="auto">
        {beginningOf(one.passage)}
      </p>
      {one.note !== '' && (
        <p className={styles.note} dir="auto">
          {one.note}
        </p>
      )}
      <button
        type="button"
        className={buttons.flush}
        aria-label={`${canChange ? 'Open, to change' : 'Open'} ${answer} for “${one.topic.query}”`}
        disabled={isOpen}
        onClick={onOpen}
      >
        {isOpen ? 'Open now' : 'Open'}
      </button>
    </li>
  );
}
