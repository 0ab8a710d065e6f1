import { post } from '@/api/calls';
import { useSteadyRead } from '@/api/read';
import { useChange } from '@/features/campaign/api/change';

const REFRESH_MS = 30_000;

/** What the pairs drawn by design say so far; with a margin, whether differences lie within it. */
export const useSampling = (id: number, within: number | null) =>
  useSteadyRead(
    '/api/campaigns/{campaign_id}/sampling',
    { campaign_id: id, ...(within !== null && { within }) },
    { refetchInterval: REFRESH_MS, retry: false },
  );

/** Draws so many more pairs into the campaign. */
export const useDrawMore = (id: number) =>
  useChange(id, (n: number) =>
    post('/api/campaigns/{campaign_id}/pairs/draw', { campaign_id: id }, { n }),
  );
