import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Collection } from '@/api/types';

export const collectionsKey = ['collections'];

const POLL_MS = 2000;

const isComingOn = ({ making }: Collection): boolean => making !== null && making.error === '';
const withoutUnmade = (all: readonly Collection[]): Collection[] =>
  all.filter(({ making }) => making === null);

/** Asked for again while one of them is being made. */
const collectionsQuery = queryOptions({
  queryKey: collectionsKey,
  queryFn: ({ signal }) => answer(api.GET('/api/collections', { signal })),
  refetchInterval: ({ state: { data } }) => (data?.some(isComingOn) === true ? POLL_MS : false),
});

/** All collections, variants that are being made among them. */
export const useCollections = () => useQuery(collectionsQuery);

/** The collections that can be used. */
export const useMadeCollections = () => useQuery({ ...collectionsQuery, select: withoutUnmade });
