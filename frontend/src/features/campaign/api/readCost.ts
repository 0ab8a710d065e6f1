import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** What further judgments would come to, where grades disagree. */
export const costQuery = (id: number, extra: number) =>
  queryOptions({
    queryKey: ['cost', id, extra],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/policy/cost', {
          params: { path: { campaign_id: id }, query: { extra_judgments: extra } },
          signal,
        }),
      ),
  });
