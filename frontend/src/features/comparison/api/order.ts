import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { paths } from '@/api/schema.gen';
import { queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

const KEPT_MS = 60_000;

type OrderQuery = paths['/api/comparison/order']['get']['parameters']['query'];

/** Means of all runs with intervals, and how alike they are ordered by one measure. */
export function useOrder(selection: Selection, measure: string, enabled: boolean) {
  const query = { ...queryOf(selection), measure };
  return useQuery({
    queryKey: ['comparison', 'order', query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/comparison/order', {
          params: { query: query as unknown as OrderQuery },
          signal,
        }),
      ),
    staleTime: KEPT_MS,
    retry: false,
    enabled,
  });
}

/** What the runs are ordered by: a measure under a label set. */
export type Axis = Readonly<{ labels: string; measure: string }>;

type TwoQuery = paths['/api/comparison/two-orders']['get']['parameters']['query'];

/** Any two orders of the runs. */
export function useTwoOrders(selection: Selection, x: Axis, y: Axis, enabled: boolean) {
  const query = {
    ...queryOf(selection),
    ...{ labels_x: x.labels, measure_x: x.measure, labels_y: y.labels, measure_y: y.measure },
  };
  return useQuery({
    queryKey: ['comparison', 'two-orders', query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/comparison/two-orders', {
          params: { query: query as unknown as TwoQuery },
          signal,
        }),
      ),
    staleTime: KEPT_MS,
    retry: false,
    enabled,
  });
}
