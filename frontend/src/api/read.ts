import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  InfiniteData,
  QueryKey,
  UseInfiniteQueryOptions,
  UseQueryOptions,
  UseQueryResult,
} from '@tanstack/react-query';
import { get } from '@/api/calls';
import type { Address, Params, Reply } from '@/api/calls';

/** A GET as a query. Its key is its address and its parameters. */
export const reading = <A extends Address>(address: A, params: Params<A>) =>
  queryOptions({
    queryKey: [address, params] as QueryKey,
    queryFn: ({ signal }) => get(address, params, { signal }),
  });

type Options<Data, Shown> = Omit<UseQueryOptions<Data, Error, Shown>, 'queryKey' | 'queryFn'>;

/** Reads an address while the component is shown. */
export const useRead = <A extends Address, Shown = Reply<A>>(
  address: A,
  params: Params<A>,
  options: Options<Reply<A>, Shown> = {},
): UseQueryResult<NoInfer<Shown>> => useQuery({ ...reading(address, params), ...options });

/** The same; while another answer is on its way the one before stays, as `isPlaceholderData` says. */
export const useSteadyRead = <A extends Address>(
  address: A,
  params: Params<A>,
  options: Omit<Options<Reply<A>, Reply<A>>, 'placeholderData'> = {},
) => useRead(address, params, { ...options, placeholderData: keepPreviousData });

type Part = Readonly<{ rows: readonly unknown[]; next: string | number | null }>;

/** The addresses of lists that come in parts: `next` of one is the `page` of the part that follows. */
type Listed = { [A in Address]: Reply<A> extends Part ? A : never }[Address];

type PartsOptions<One> = Partial<
  Pick<
    UseInfiniteQueryOptions<One, Error, InfiniteData<One, Part['next']>, QueryKey, Part['next']>,
    'enabled' | 'placeholderData' | 'refetchInterval' | 'staleTime'
  >
>;

const getPart = <A extends Listed>(
  address: A,
  params: Params<A>,
  page: Part['next'],
  signal: AbortSignal | null = null,
) => {
  const asked = { ...(params as object), page: page ?? undefined } as Params<A>;
  return get(address, asked, { signal }) as Promise<Reply<A> & Part>;
};

/** Reads a list part after part, as each is asked for. */
export const useReadParts = <A extends Listed>(
  address: A,
  params: Params<A>,
  options: PartsOptions<Reply<A> & Part> = {},
) =>
  useInfiniteQuery({
    queryKey: [address, params, 'parts'],
    queryFn: ({ pageParam, signal }) => getPart(address, params, pageParam, signal),
    initialPageParam: null as Part['next'],
    getNextPageParam: ({ next }) => next,
    ...options,
  });

/** The rows of all parts that were read. */
export const rowsOf = <One extends Pick<Part, 'rows'>>(
  read: Readonly<{ pages: readonly One[] }> | undefined,
): readonly One['rows'][number][] => read?.pages.flatMap(({ rows }) => rows) ?? [];

/** Every row of a list, of all its parts. */
export async function getEvery<A extends Listed>(
  address: A,
  params: Params<A>,
): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for (let page: Part['next'] | undefined; page !== null;) {
    const part: Part = await getPart(address, params, page ?? null);
    rows.push(...part.rows);
    page = part.next;
  }
  return rows;
}
