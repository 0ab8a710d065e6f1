import type { CSSProperties } from 'react';
import type { JudgingSetup, OwnJudgment } from '@/api/types';
import { answerWords, beginningOf, detailWords } from '@/features/judging/history';

type Props = Readonly<{
  one: OwnJudgment;
  setup: JudgingSetup;
  isOpen: boolean;
  onOpen: (() => void) | null;
}>;

/** One judgment: what was said, of what, and when. */
export function HistoryRow({ one, setup: { scale, reasons }, isOpen, onOpen }: Props) {
  const grade = scale.find(({ value }) => value === one.grade);
  const answer = answerWords(one, scale, reasons);
  return (
    <li style={grade && ({ '--grade': grade.colour } as CSSProperties)} aria-current={isOpen}>
      <p className="answer">
        <b>{answer}</b> <span className="soft">{detailWords(one)}</span>
      </p>
      <p dir="auto">{one.topic.query}</p>
      <p className="soft beginning" dir="auto">
        {beginningOf(one.passage)}
      </p>
      {one.note !== '' && (
        <p className="own-note" dir="auto">
          {one.note}
        </p>
      )}
      {onOpen !== null && (
        <button
          type="button"
          className="plain"
          aria-label={`Open, to change ${answer} for “${one.topic.query}”`}
          disabled={isOpen}
          onClick={onOpen}
        >
          {isOpen ? 'Open now' : 'Open'}
        </button>
      )}
    </li>
  );
}
