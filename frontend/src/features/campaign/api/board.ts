import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

const REFRESH_MS = 5_000;

export const boardKey = (id: number) => ['board', id];

/** Where the browser is; where it does not know, days are those of UTC. */
export function zoneHere(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone === undefined || zone === 'Etc/Unknown' ? 'UTC' : zone;
}

/** All that the page of a board shows, its title line among it, as of one moment. */
export const useBoard = (id: number, enabled = true) =>
  useQuery({
    queryKey: boardKey(id),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/board', {
          params: { path: { campaign_id: id }, query: { zone: zoneHere() } },
          signal,
        }),
      ),
    // Judging changes these counts from another page: never show old ones as if they were new.
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    enabled,
  });
