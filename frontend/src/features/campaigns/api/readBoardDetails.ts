import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

const REFRESH_MS = 30_000;

/** Where the browser is; where it does not know, days are those of UTC. */
export function zoneHere(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone === undefined || zone === 'Etc/Unknown' ? 'UTC' : zone;
}

/** What takes longer to count than the board itself, and is asked for less often. */
export const boardDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: ['board-details', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/board/details', {
          params: { path: { campaign_id: id }, query: { zone: zoneHere() } },
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
