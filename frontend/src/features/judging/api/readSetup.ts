import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Scale, guideline and reasons; they do not change under the assessor's hands. */
export const setupQuery = (id: number) =>
  queryOptions({
    queryKey: ['judging', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/judging/{campaign_id}', { params: { path: { campaign_id: id } }, signal }),
      ),
    staleTime: Infinity,
  });
