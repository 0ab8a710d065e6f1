import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { ApiError } from '@/shared/errors';

/** One campaign of the list, for the frame around its pages. */
export const campaignQuery = (id: number) =>
  queryOptions({
    queryKey: ['campaign', id],
    queryFn: async ({ signal }) => {
      const campaigns = await answer(api.GET('/api/campaigns', { signal }));
      const found = campaigns.find((campaign) => campaign.id === id);
      if (found === undefined) throw new ApiError(404, 'not_found', 'There is no such campaign.');
      return found;
    },
  });
