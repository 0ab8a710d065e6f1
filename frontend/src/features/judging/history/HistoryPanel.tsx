import { useDeferredValue, useState } from 'react';
import type { CSSProperties } from 'react';
import type { JudgingSetup, OwnJudgment, OwnCounts } from '@/api/types';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { HistoryFilters } from '@/features/judging/history/HistoryFilters';
import {
  answerChoices,
  NO_FILTERS,
  soughtBy,
  formatAnswer,
  beginningOf,
  formatDetails,
} from '@/features/judging/history/history';
import type { Choice } from '@/features/judging/history/history';
import type { Judging } from '@/features/judging/desk/useJudging';
import { formatCount } from '@/shared/format/numbers';
import { useOwnAnew, useOwnCounts, useOwnPages } from '@/features/judging/api/ownJudgments';
import type { WorkStatus } from '@/features/judging/desk/desk';
import { useSettled } from '@/shared/browser/useTyped';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/judging/history/history.module.css';

type HistoryRowProps = Readonly<{
  judgment: OwnJudgment;
  setup: JudgingSetup;
  isOpen: boolean;
  /** Whether the campaign takes another answer now. */
  canChange: boolean;
  onOpen: () => void;
}>;

/** One judgment: what was said, of what, and when. */
function HistoryRow({ judgment, setup, isOpen, canChange, onOpen }: HistoryRowProps) {
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

const NO_COUNTS: OwnCounts = { grades: [], queries: [] };

/** The assessor's own judgments, filtered; read anew whenever the server has said something new. */
function useHistory(campaignId: number, workStatus: WorkStatus | null) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const words = useSettled(filters.words);
  const sought = soughtBy({ ...filters, words });
  const counts = useOwnCounts(campaignId);
  const pages = useOwnPages(campaignId, sought);
  useOwnAnew(campaignId, useDeferredValue(workStatus));
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const isEmpty = pages.isSuccess && rows.length === 0;
  return { filters, setFilters, counts: counts.data ?? NO_COUNTS, pages, rows, isEmpty };
}

/** A panel that covers the passage gives way to what was opened from it. */
const isSheet = (): boolean => !window.matchMedia('(min-width: 1000px)').matches;

type Props = Readonly<{ judging: Judging; setup: JudgingSetup }>;

/** All that the assessor has judged here; each can be opened and, while the campaign is open, changed. */
export function HistoryPanel({ judging, setup }: Props) {
  const { campaign, scale, reasons } = setup;
  const { desk, state, card, currentVerdict } = judging;
  const { filters, setFilters, counts, pages, rows, isEmpty } = useHistory(
    campaign.id,
    state.workStatus,
  );
  const queries: Choice[] = counts.queries.map(({ query, n }) => ({
    value: query,
    label: `${query} (${formatCount(n)})`,
  }));
  const canChange = ['open', 'pilot'].includes(campaign.state);

  function open(judgment: OwnJudgment): void {
    if (isSheet()) judging.closePanel();
    desk.openAgain(judgment);
  }

  return (
    <>
      <HistoryFilters
        filters={filters}
        answers={answerChoices(counts, scale, reasons)}
        queries={queries}
        onChange={setFilters}
      />
      <ErrorText error={pages.error} />
      {isEmpty && (
        <p className={text.soft}>
          {counts.grades.length === 0
            ? 'You have judged nothing here yet.'
            : 'No judgment matches.'}
        </p>
      )}
      <ul className={styles.judgments} aria-busy={pages.isFetching}>
        {rows.map((judgment) => (
          <HistoryRow
            key={judgment.id}
            judgment={judgment}
            setup={setup}
            isOpen={currentVerdict !== null && card?.key === judgment.key}
            canChange={canChange}
            onOpen={() => open(judgment)}
          />
        ))}
      </ul>
      {pages.hasNextPage && (
        <p>
          <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}
