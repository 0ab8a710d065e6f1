import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { keyOf } from '@/api/keyOf';
import { rowsOf, useRead, useReadParts } from '@/api/read';
import type { JudgingSetup, OwnCounts, OwnJudgment } from '@/api/types';
import type { WorkStatus } from '@/features/judging/desk/deskState';
import type { Judging } from '@/features/judging/desk/useJudging';
import { HistoryRow } from '@/features/judging/history/HistoryRow';
import { answerChoices, NO_FILTERS, soughtBy } from '@/features/judging/history/history';
import type { Choice, Filters } from '@/features/judging/history/history';
import { isWide } from '@/features/judging/frame/useIsWide';
import { useSettled } from '@/shared/browser/useTyped';
import { formatCount } from '@/shared/format/numbers';
import { useReadAnew } from '@/shared/requests/useReadAnew';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { NextPage } from '@/shared/ui/requests/NextPage';
import styles from '@/features/judging/history/history.module.css';
import text from '@/shared/styles/text.module.css';

const OPTIONS = { staleTime: 0, placeholderData: keepPreviousData };

type HistoryFiltersProps = Readonly<{
  filters: Filters;
  answers: readonly Choice[];
  queries: readonly Choice[];
  onChange: (filters: Filters) => void;
}>;

/** Which of one's judgments are shown. */
function HistoryFilters({ filters, answers, queries, onChange }: HistoryFiltersProps) {
  const change = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
  const choicesOf = (all: string, choices: readonly Choice[]): Choice[] => [
    { value: '', label: all },
    ...choices,
  ];
  const isNarrowed = Object.values(filters).some((value) => value !== '');
  return (
    <form className={styles.filters} role="search" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="Answer"
        options={choicesOf('Any answer', answers)}
        value={filters.answer}
        onChange={(answer) => change({ answer })}
      />
      <SelectField
        label="Topic"
        options={choicesOf('Any topic', queries)}
        value={filters.query}
        onChange={(query) => change({ query })}
      />
      <div className={styles.words}>
        <TextField
          label="Words of the query"
          width="full"
          type="search"
          value={filters.words}
          maxLength={200}
          onChange={(words) => change({ words })}
        />
      </div>
      {isNarrowed && (
        <Button look="flush" onClick={() => onChange(NO_FILTERS)}>
          Show all
        </Button>
      )}
    </form>
  );
}

const NO_COUNTS: OwnCounts = { grades: [], queries: [] };

/** The assessor's own judgments, filtered; read anew whenever the server has said something new. */
function useHistory(campaignId: number, workStatus: WorkStatus | null) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const words = useSettled(filters.words);
  const sought = soughtBy({ ...filters, words });
  const own = { campaign_id: campaignId };
  const counts = useRead('/api/judging/{campaign_id}/judgments/counts', own, { staleTime: 0 });
  const pages = useReadParts(
    '/api/judging/{campaign_id}/judgments',
    { ...own, ...sought },
    OPTIONS,
  );
  const news = useDeferredValue(workStatus);
  useReadAnew(keyOf('/api/judging/{campaign_id}/judgments/counts', own), news);
  useReadAnew(keyOf('/api/judging/{campaign_id}/judgments', own), news);
  const rows = rowsOf(pages.data);
  const isEmpty = pages.isSuccess && rows.length === 0;
  return { filters, setFilters, counts: counts.data ?? NO_COUNTS, pages, rows, isEmpty };
}

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
    if (!isWide()) judging.closePanel();
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
      <ErrorMessage error={pages.error} />
      {isEmpty && (
        <p className={text.soft}>
          {counts.grades.length === 0 ? 'No judgments yet.' : 'No judgment matches.'}
        </p>
      )}
      <ul role="list" className={styles.judgments} aria-busy={pages.isFetching}>
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
      <NextPage of={pages}>Show more</NextPage>
    </>
  );
}
