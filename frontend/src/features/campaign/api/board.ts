import { useRead } from '@/api/read';

const REFRESH_MS = 5_000;

/** Where the browser is; where it does not know, days are those of UTC. */
export function zoneHere(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone === undefined || zone === 'Etc/Unknown' ? 'UTC' : zone;
}

/** All that the page of a board shows, its title line among it, as of one moment. */
export const useBoard = (id: number, enabled = true) =>
  useRead(
    '/api/campaigns/{campaign_id}/board',
    { campaign_id: id, zone: zoneHere() },
    // Judging changes these counts from another page: never show old ones as if they were new.
    { staleTime: 0, refetchInterval: REFRESH_MS, enabled },
  );
