import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Derivation } from '@/api/types';

/** What labels would come out; nothing is stored. What was shown before stays until then. */
export const previewQuery = (id: number, derivation: Derivation) =>
  queryOptions({
    queryKey: ['labels-preview', id, derivation],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/labels/preview', {
          params: { path: { campaign_id: id }, query: derivation },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
