import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { paths } from '@/api/schema.gen';
import { queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

type Query = paths['/api/comparison/topics']['get']['parameters']['query'];

/** One cell of the comparison, opened: which run, under which labels, by which measure. */
export type Focus = Readonly<{ run: string; labels: string; measure: string }>;

export const topicDifferencesQuery = (selection: Selection, focus: Focus) => {
  const { run, measure, labels: label_set } = focus;
  const query = { ...queryOf(selection), run, measure, label_set };
  return queryOptions({
    queryKey: ['comparison', 'topics', query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/comparison/topics', { params: { query: query as unknown as Query }, signal }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
};
