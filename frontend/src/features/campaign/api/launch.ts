import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { CampaignState } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';

const N_EVENTS = 20;

/** What is checked before the campaign goes to a state. */
export const useLaunch = (id: number, state: CampaignState, enabled = true) =>
  useQuery({
    queryKey: ['launch', id, state],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/launch', {
          params: { path: { campaign_id: id }, query: { state } },
          signal,
        }),
      ),
    staleTime: 0,
    enabled,
  });

export const usePilot = (id: number) =>
  useQuery({
    queryKey: ['pilot', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/pilot', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });

export const useDrawPilot = (id: number) =>
  useChange(id, (n: number) =>
    answer(
      api.POST('/api/campaigns/{campaign_id}/pilot', {
        params: { path: { campaign_id: id } },
        body: { n },
      }),
    ),
  );

/** The log, the newest first, a page at a time. */
export const useEvents = (id: number) =>
  useInfiniteQuery({
    queryKey: ['events', id],
    queryFn: ({ signal, pageParam }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/events', {
          params: {
            path: { campaign_id: id },
            query:
              pageParam === null ? { limit: N_EVENTS } : { limit: N_EVENTS, before: pageParam },
          },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
  });
