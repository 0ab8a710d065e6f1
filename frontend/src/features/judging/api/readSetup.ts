import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Scale, guideline and reasons; they do not change under the assessor's hands. */
export const setupQuery = (id: number) =>
  queryOptions({
    queryKey: ['judging', id],
    queryFn: ({ signal }) => answer(api.GET('/api/judging/{id}', { params: { path: { id } }, signal })),
    staleTime: Infinity,
  });
