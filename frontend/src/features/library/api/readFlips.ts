import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** How often the pairs of a run flip. */
export const flipsQuery = (name: string) =>
  queryOptions({
    queryKey: ['flips', name],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/runs/flips', { params: { query: { name } }, signal })),
  });
