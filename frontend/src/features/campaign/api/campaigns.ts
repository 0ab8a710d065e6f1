import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { CampaignState, NewCampaign, OptionsChange } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';

const REFRESH_MS = 15_000;

const campaignsKey = ['campaigns'];

const campaignsQuery = queryOptions({
  queryKey: campaignsKey,
  queryFn: ({ signal }) => answer(api.GET('/api/campaigns', { signal })),
});

// Judging changes these counts from another page: never show old ones as if they were new.
export const useCampaigns = () => useQuery({ ...campaignsQuery, staleTime: 0 });

/** To show while it is typed that a name is taken. */
export const useCampaignNames = () =>
  useQuery({ ...campaignsQuery, select: (campaigns) => campaigns.map(({ name }) => name) });

const campaignQuery = (id: number) =>
  queryOptions({
    queryKey: ['campaign', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
  });

/** What the pages of one campaign have in common; asked for again only where `isFollowed`. */
export const useOverview = (id: number, isFollowed: boolean) =>
  useQuery({ ...campaignQuery(id), ...(!isFollowed && { refetchInterval: false }) });

/** The same, for a page whose frame has read it already. */
export const useOverviewRead = (id: number) => useSuspenseQuery(campaignQuery(id)).data;

/** Makes a pool and a draft over it, both or neither. */
export function useCreateCampaign(onMade: (campaign: Readonly<{ id: number }>) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewCampaign) => answer(api.POST('/api/campaigns/from-runs', { body })),
    onSuccess: onMade,
    // Shows a name that somebody else has taken meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKey }),
  });
}

/** What is left out of the options stays as it is. */
export const useSetOptions = (id: number) =>
  useChange(id, (options: OptionsChange) =>
    answer(
      api.PATCH('/api/campaigns/{campaign_id}', {
        params: { path: { campaign_id: id } },
        body: options,
      }),
    ),
  );

type StateChange = Readonly<{ state: CampaignState; note: string }>;

export const useSetState = (id: number, onDone: () => void) =>
  useChange(
    id,
    (body: StateChange) =>
      answer(
        api.POST('/api/campaigns/{campaign_id}/state', {
          params: { path: { campaign_id: id } },
          body,
        }),
      ),
    onDone,
  );
