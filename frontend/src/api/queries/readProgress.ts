import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** How far a run is that is computed here, and why it failed. */
export const progressQuery = (name: string) =>
  queryOptions({
    queryKey: ['run-progress', name],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/runs/progress', { params: { query: { name } }, signal })),
    staleTime: 0,
  });
