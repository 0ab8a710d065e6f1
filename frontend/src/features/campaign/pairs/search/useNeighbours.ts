import { rowsOf, useRead } from '@/api/read';
import { usePairs } from '@/features/campaign/api/pairs';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { useSearch } from '@/features/campaign/pairs/search/useSearch';

type Neighbours = Readonly<{ list: string; before: string | null; after: string | null }>;

/**
 * The addresses of the list as it was, and of the pairs beside this one: as far as the list was read,
 * and behind that, or after a reload, the server knows the next.
 */
export function useNeighbours(campaignId: number, pairId: number): Neighbours {
  const [search] = useSearch();
  const { data } = usePairs(campaignId, search, false);
  const ids = rowsOf(data).map(({ id }) => id);
  const place = ids.indexOf(pairId);
  const pairs = `/campaigns/${campaignId}/pairs`;
  const end = addressOf(search);
  const beside = (step: number): number | undefined => (place < 0 ? undefined : ids[place + step]);
  const known = beside(1);
  const { data: next } = useRead(
    '/api/campaigns/{campaign_id}/pairs/{pair_id}/next',
    { campaign_id: campaignId, pair_id: pairId, ...search },
    { enabled: known === undefined },
  );
  const address = (id: number | null | undefined): string | null =>
    id === undefined || id === null ? null : `${pairs}/${id}${end}`;
  return {
    list: `${pairs}${end}`,
    before: address(beside(-1)),
    after: address(known ?? next?.id),
  };
}
