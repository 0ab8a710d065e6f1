import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** A topic takes minutes to be judged. */
const READ_EVERY_MS = 60_000;

export type WatchAsked = Readonly<{
  baseline: string;
  run: string;
  measure: string;
  min_relevance?: number;
}>;

/** Two runs on the topics that are done, read again while the campaign runs. */
export const useWatch = (id: number, query: WatchAsked, enabled: boolean) =>
  useQuery({
    queryKey: ['watch', id, query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/watch', {
          params: { path: { campaign_id: id }, query },
          signal,
        }),
      ),
    refetchInterval: READ_EVERY_MS,
    retry: false,
    enabled,
  });
