import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { useChange } from '@/features/campaign/api/change';

export const useNotices = (id: number) =>
  useQuery({
    queryKey: ['notices', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/notices', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });

export const usePublishNotice = (id: number, onDone: () => void) =>
  useChange(
    id,
    (body: string) =>
      answer(
        api.POST('/api/campaigns/{campaign_id}/notices', {
          params: { path: { campaign_id: id } },
          body: { body },
        }),
      ),
    onDone,
  );
