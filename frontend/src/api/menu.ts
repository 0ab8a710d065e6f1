import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';

type Named = Readonly<{ name: string }>;

const listsAll = (rows: readonly Named[] | undefined, names: readonly string[]): boolean =>
  names.every((name) => rows?.some((row) => row.name === name));

/**
 * The rows of a menu and, though they are archived, those of these names.
 *
 * @param read the menu’s rows, those of some other names among them
 */
export function useMenu<Row extends Named>(
  key: QueryKey,
  read: (also: string[], signal: AbortSignal) => Promise<Row[]>,
  names: readonly (string | null)[],
) {
  const queryOf = (also: readonly string[]) => ({
    queryKey: also.length === 0 ? key : [...key, 'also', ...also],
    queryFn: ({ signal }: { signal: AbortSignal }) => read([...also], signal),
  });
  const menu = useQuery(queryOf([]));
  const asked = names.filter((name): name is string => name !== null && name !== '');
  const also = asked.filter((name) => !listsAll(menu.data, [name]));
  const isMore = menu.data !== undefined && also.length > 0;
  const all = useQuery({ ...queryOf(also), enabled: isMore });
  const { data, error, isFetching, refetch } = isMore ? all : menu;
  const [before, setBefore] = useState(data);
  if (data !== undefined && data !== before) setBefore(data);
  // What is archived just now has left the menu: it stays shown until it is read by its name.
  const isKept = data === undefined && listsAll(before, asked);
  return { data: isKept ? before : data, error, isFetching, refetch };
}
