import type { CSSProperties } from 'react';
import type { JudgingSetup, OwnJudgment } from '@/api/types';
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
      <p className="answer">
        <b>{answer}</b> <span className="soft">{formatDetails(judgment)}</span>
      </p>
      <p dir="auto">{judgment.topic.query}</p>
      <p className="soft beginning" dir="auto">
        {beginningOf(judgment.passage)}
      </p>
      {judgment.note !== '' && (
        <p className="own-note" dir="auto">
          {judgment.note}
        </p>
      )}
      <button
        type="button"
        className="plain"
        aria-label={`${canChange ? 'Open, to change' : 'Open'} ${answer} for “${judgment.topic.query}”`}
        disabled={isOpen}
        onClick={onOpen}
      >
        {isOpen ? 'Open now' : 'Open'}
      </button>
    </li>
  );
}
