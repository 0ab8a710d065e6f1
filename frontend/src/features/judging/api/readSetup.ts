import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Scale, guideline and reasons, as they stay while the campaign goes on; see `useFreshSetup`. */
export const setupQuery = (id: number) =>
  queryOptions({
    queryKey: ['judging', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/judging/{campaign_id}', { params: { path: { campaign_id: id } }, signal }),
      ),
    staleTime: Infinity,
  });
