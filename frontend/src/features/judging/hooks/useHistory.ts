import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import type { OwnCounts } from '@/api/types';
import { ownPagesQuery } from '@/features/judging/api/listOwnPages';
import { ownCountsQuery } from '@/features/judging/api/readOwnCounts';
import type { Word } from '@/features/judging/desk';
import { NO_FILTERS, soughtBy } from '@/features/judging/history';
import { useSettled } from '@/shared/useSettled';

const NO_COUNTS: OwnCounts = { grades: [], queries: [] };

/** The assessor's own judgments, filtered; read anew whenever the server has said something new. */
export function useHistory(campaignId: number, word: Word | null) {
  const client = useQueryClient();
  const [filters, setFilters] = useState(NO_FILTERS);
  const words = useSettled(filters.words);
  const sought = soughtBy({ ...filters, words });
  const counts = useQuery(ownCountsQuery(campaignId));
  const pages = useInfiniteQuery({
    ...ownPagesQuery(campaignId, sought),
    placeholderData: keepPreviousData,
  });
  const heard = useDeferredValue(word);
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['own-judgments', campaignId] });
  }, [client, campaignId, heard]);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const isEmpty = pages.isSuccess && rows.length === 0;
  return { filters, setFilters, counts: counts.data ?? NO_COUNTS, pages, rows, isEmpty };
}
