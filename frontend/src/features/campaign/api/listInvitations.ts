import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const invitationsQuery = (id: number) =>
  queryOptions({
    queryKey: ['invitations', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/invitations', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });
