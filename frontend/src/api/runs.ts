import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const runsKey = ['runs'];

const runsQuery = (also: readonly string[]) =>
  queryOptions({
    queryKey: also.length === 0 ? runsKey : [...runsKey, 'also', ...also],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/runs', { params: { query: { also: [...also] } }, signal })),
  });

/** The runs of the menus and, though they are archived, those of these names. */
export function useRuns(...names: readonly (string | null)[]) {
  const menu = useQuery(runsQuery([]));
  const listed = new Set(menu.data?.map(({ name }) => name));
  const also = names.filter((name) => name !== null && name !== '' && !listed.has(name));
  const isMore = menu.data !== undefined && also.length > 0;
  const all = useQuery({ ...runsQuery(also as string[]), enabled: isMore });
  return isMore ? all : menu;
}
