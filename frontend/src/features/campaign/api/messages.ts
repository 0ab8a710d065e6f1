import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { useChange } from '@/features/campaign/api/change';

/** What was sent, the newest first. */
export const useMessages = (id: number) =>
  useQuery({
    queryKey: ['messages', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/messages', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });

type Message = Readonly<{ text: string; recipient: string | null }>;

export const useSendMessage = (id: number, onDone: () => void) =>
  useChange(
    id,
    (body: Message) =>
      answer(
        api.POST('/api/campaigns/{campaign_id}/messages', {
          params: { path: { campaign_id: id } },
          body,
        }),
      ),
    onDone,
  );
