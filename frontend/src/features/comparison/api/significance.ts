import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { paths } from '@/api/schema.gen';
import type { ComparisonQuestion } from '@/api/compared';
import { isUnderWay } from '@/features/comparison/api/comparison';
import type { Focus } from '@/features/comparison/choice/focus';
import { queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

const KEPT_MS = 60_000;

/**
 * The same comparison with effect sizes. They do not depend on the test: it is asked by t, which is done at once
 * whatever was drawn for the table.
 */
export function useEffectSizes(selection: Selection, enabled: boolean) {
  const body = {
    ...queryOf({ ...selection, test: 't', correction: 'none', testOptions: {} }),
    effect_sizes: true,
  };
  return useQuery({
    queryKey: ['comparison', 'effect sizes', body],
    queryFn: async ({ signal }) => {
      const data = await answer(
        api.POST('/api/comparison', { body: body as unknown as ComparisonQuestion, signal }),
      );
      return isUnderWay(data) ? null : data;
    },
    staleTime: KEPT_MS,
    enabled,
  });
}

type SystemsQuery = paths['/api/systems']['get']['parameters']['query'];

/** All systems as one family, under each of the label sets. */
export const useSystems = (query: Readonly<Record<string, string>>, enabled: boolean) =>
  useQuery({
    queryKey: ['systems', query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/systems', { params: { query: query as unknown as SystemsQuery }, signal }),
      ),
    staleTime: KEPT_MS,
    enabled,
  });

type PlanQuery = paths['/api/comparison/topic-plan']['get']['parameters']['query'];

/** How many topics the difference that is looked at needs, or another one. */
export function useDifferencePlan(
  selection: Selection,
  { run, measure, labels: label_set }: Focus,
  difference: string,
  enabled: boolean,
) {
  const named = difference === '' ? {} : { difference };
  const query = { ...queryOf(selection), run, measure, label_set, ...named };
  return useQuery({
    queryKey: ['comparison', 'topic plan', query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/comparison/topic-plan', {
          params: { query: query as unknown as PlanQuery },
          signal,
        }),
      ),
    staleTime: KEPT_MS,
    enabled,
  });
}
