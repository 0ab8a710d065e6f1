import { usePairPages } from '@/features/campaign/api/pairs';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { useSearch } from '@/features/campaign/pairs/search/useSearch';

type Neighbours = Readonly<{ list: string; before: string | null; after: string | null }>;

/** The addresses of the list as it was, and of the pairs beside this one, as far as it was read. */
export function useNeighbours(campaignId: number, pairId: number): Neighbours {
  const [search] = useSearch();
  const { data } = usePairPages(campaignId, search, false);
  const ids = data?.pages.flatMap(({ pairs }) => pairs.map(({ id }) => id)) ?? [];
  const place = ids.indexOf(pairId);
  const pairs = `/campaigns/${campaignId}/pairs`;
  const end = addressOf(search);
  const addressAt = (index: number): string | null => {
    const id = place < 0 ? undefined : ids[index];
    return id === undefined ? null : `${pairs}/${id}${end}`;
  };
  return { list: `${pairs}${end}`, before: addressAt(place - 1), after: addressAt(place + 1) };
}
