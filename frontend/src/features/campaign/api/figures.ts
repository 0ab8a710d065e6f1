import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Figures of a campaign; without label sets, those of the newest derived ones. */
export const useFigures = (id: number, labels: readonly string[]) =>
  useQuery({
    queryKey: ['campaign-figures', id, labels],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/figures', {
          params: { path: { campaign_id: id }, query: { labels: [...labels] } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
