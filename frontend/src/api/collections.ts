import { useRead } from '@/api/read';
import type { Collection } from '@/api/types';

const POLL_MS = 2000;

const isComingOn = ({ making }: Collection): boolean => making !== null && making.error === '';
const withoutUnmade = (all: readonly Collection[]): Collection[] =>
  all.filter(({ making }) => making === null);

/** All collections, variants that are being made among them: then they are asked for again. */
export const useCollections = (select = (all: Collection[]) => all) =>
  useRead(
    '/api/menus/collections',
    {},
    {
      refetchInterval: ({ state: { data } }) => (data?.some(isComingOn) === true ? POLL_MS : false),
      select,
    },
  );

/** The collections with texts, which can be searched, changed and judged. */
export const useTextCollections = () =>
  useCollections((all) => withoutUnmade(all).filter(({ has_texts: hasTexts }) => hasTexts));

/** The collections that can be used. */
export const useMadeCollections = () => useCollections(withoutUnmade);
