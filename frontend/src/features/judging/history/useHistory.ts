import { useDeferredValue, useState } from 'react';
import type { OwnCounts } from '@/api/types';
import { useOwnAnew, useOwnCounts, useOwnPages } from '@/features/judging/api/ownJudgments';
import type { WorkStatus } from '@/features/judging/desk/desk';
import { NO_FILTERS, soughtBy } from '@/features/judging/history/history';
import { useSettled } from '@/shared/useSettled';

const NO_COUNTS: OwnCounts = { grades: [], queries: [] };

/** The assessor's own judgments, filtered; read anew whenever the server has said something new. */
export function useHistory(campaignId: number, workStatus: WorkStatus | null) {
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
