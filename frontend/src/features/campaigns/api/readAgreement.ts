import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

const REFRESH_MS = 30_000;

export const agreementQuery = (id: number) =>
  queryOptions({
    queryKey: ['agreement', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/agreement', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
  });
