import type { JudgingSetup, OwnJudgment } from '@/api/types';
import { ErrorText } from '@/shared/ui/ErrorText';
import { HistoryFilters } from '@/features/judging/history/HistoryFilters';
import { HistoryRow } from '@/features/judging/history/HistoryRow';
import { answerChoices } from '@/features/judging/history/history';
import type { Choice } from '@/features/judging/history/history';
import { useHistory } from '@/features/judging/history/useHistory';
import type { Judging } from '@/features/judging/desk/useJudging';
import { formatCount } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/judging/history/history.module.css';

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
          <button
            type="button"
            className={buttons.plain}
            disabled={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </button>
        </p>
      )}
    </>
  );
}
