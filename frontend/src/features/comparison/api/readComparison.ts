import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { isComplete, queryOf } from '@/features/comparison/selection';
import type { Selection } from '@/features/comparison/selection';
import type { paths } from '@/api/schema.gen';

type Query = paths['/api/comparison']['get']['parameters']['query'];

export const comparisonQuery = (selection: Selection) =>
  queryOptions({
    queryKey: ['comparison', queryOf(selection)],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/comparison', {
          params: { query: queryOf(selection) as unknown as Query },
          signal,
        }),
      ),
    enabled: isComplete(selection),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
