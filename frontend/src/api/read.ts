import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  InfiniteData,
  QueryKey,
  UseInfiniteQueryOptions,
  UseQueryOptions,
  UseQueryResult,
} from '@tanstack/react-query';
import { get } from '@/api/calls';
import type { Address, Params, Reply } from '@/api/calls';

/** The key of all that is read at an address, or of what is read there with some parameters. */
export const keyOf = <A extends Address>(address: A, params: Partial<Params<A>> = {}): QueryKey => [
  address,
  params,
];

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

type Cursor = string | number | null;

type PagesOptions<Page> = Partial<
  Pick<
    UseInfiniteQueryOptions<Page, Error, InfiniteData<Page, Cursor>, QueryKey, Cursor>,
    'enabled' | 'placeholderData' | 'refetchInterval' | 'staleTime'
  >
>;

/** Reads page after page; `next` has the parameter that asks for the page after this one. */
export const useReadPages = <A extends Address>(
  address: A,
  params: Params<A>,
  [name, next]: readonly [keyof Params<A>, (page: Reply<A>) => Cursor],
  options: PagesOptions<Reply<A>> = {},
) =>
  useInfiniteQuery({
    queryKey: [address, params, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get(address, { ...(params as object), [name]: pageParam ?? undefined } as Params<A>, {
        signal,
      }),
    initialPageParam: null as Cursor,
    getNextPageParam: next,
    ...options,
  });
