import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { keyOf } from '@/api/keyOf';
import { rowsOf, useRead, useReadParts } from '@/api/read';
import type { JudgingSetup, OwnJudgment } from '@/api/types';
import type { Judging } from '@/features/judging/desk/useJudging';
import { HistoryRow } from '@/features/judging/history/HistoryRow';
import { answerChoices, NO_FILTERS, soughtBy } from '@/features/judging/history/history';
import type { Choice } from '@/features/judging/history/history';
import { isWide } from '@/features/judging/frame/useIsWide';
import { useReadAnew } from '@/shared/requests/useReadAnew';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { NextPage } from '@/shared/ui/requests/NextPage';
import history from '@/features/judging/history/history.module.css';
import styles from '@/features/judging/finding/finding.module.css';
import text from '@/shared/styles/text.module.css';

const OPTIONS = { staleTime: 0, placeholderData: keepPreviousData };

type ChipsProps = Readonly<{
  choices: readonly Choice[];
  chosen: string;
  onChoose: (answer: string) => void;
}>;

/** One chip an answer, with how often it was given; the chosen one alone is shown. */
function AnswerChips({ choices, chosen, onChoose }: ChipsProps) {
  return (
    <div className={styles.chips} role="group" aria-label="Answers">
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value === chosen ? '' : value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** The own judgments of a topic; read again whenever the server has said something new. */
function useJudged(id: number, answer: string, query: string, news: unknown) {
  const topic = { campaign_id: id, query };
  const sought = { campaign_id: id, ...soughtBy({ ...NO_FILTERS, answer, query }) };
  const counts = useRead('/api/judging/{campaign_id}/judgments/counts', topic, OPTIONS);
  const pages = useReadParts('/api/judging/{campaign_id}/judgments', sought, OPTIONS);
  useReadAnew(keyOf('/api/judging/{campaign_id}/judgments/counts', topic), news);
  useReadAnew(keyOf('/api/judging/{campaign_id}/judgments', sought), news);
  return { counts: counts.data, pages };
}

type Props = Readonly<{ judging: Judging; setup: JudgingSetup; query: string }>;

/** The passages of the topic that the assessor has judged; each can be opened again, and changed. */
export function JudgedHere({ judging, setup, query }: Props) {
  const { campaign, scale, reasons } = setup;
  const { desk, state, card, currentVerdict } = judging;
  const [answer, setAnswer] = useState('');
  const news = useDeferredValue(state.workStatus);
  const { counts, pages } = useJudged(campaign.id, answer, query, news);
  const choices = counts === undefined ? [] : answerChoices(counts, scale, reasons);
  const rows = rowsOf(pages.data);

  function open(judgment: OwnJudgment): void {
    if (!isWide()) judging.closePanel();
    desk.openAgain(judgment);
  }

  return (
    <>
      {choices.length > 1 && <AnswerChips choices={choices} chosen={answer} onChoose={setAnswer} />}
      <ErrorMessage error={pages.error} />
      {pages.isSuccess && rows.length === 0 && (
        <p className={text.soft}>Nothing judged in this topic yet.</p>
      )}
      <ul role="list" className={history.judgments} aria-busy={pages.isFetching}>
        {rows.map((judgment) => (
          <HistoryRow
            key={judgment.id}
            judgment={judgment}
            setup={setup}
            hidesTopic
            isOpen={currentVerdict !== null && card?.key === judgment.key}
            canChange
            onOpen={() => open(judgment)}
          />
        ))}
      </ul>
      <NextPage of={pages}>Show more</NextPage>
    </>
  );
}
