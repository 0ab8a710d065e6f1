import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const labelsKey = ['labels'];

const labelsQuery = (also: readonly string[]) =>
  queryOptions({
    queryKey: also.length === 0 ? labelsKey : [...labelsKey, 'also', ...also],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/labels', { params: { query: { also: [...also] } }, signal })),
  });

/** The label sets of the menus and, though they are archived, those of these names. */
export function useLabels(...names: readonly (string | null)[]) {
  const menu = useQuery(labelsQuery([]));
  const listed = new Set(menu.data?.map(({ name }) => name));
  const also = names.filter((name) => name !== null && name !== '' && !listed.has(name));
  const isMore = menu.data !== undefined && also.length > 0;
  const all = useQuery({ ...labelsQuery(also as string[]), enabled: isMore });
  return isMore ? all : menu;
}
