import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Names as the server takes them: an empty one alone is none, silence leaves the choice to it. */
const asked = (labels: readonly string[] | null): { labels?: string[] } =>
  labels === null ? {} : { labels: labels.length === 0 ? [''] : [...labels] };

/** Figures of a campaign under these label sets; null is the newest that were derived of it. */
export const useFigures = (id: number, labels: readonly string[] | null) =>
  useQuery({
    queryKey: ['campaign-figures', id, labels],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/figures', {
          params: { path: { campaign_id: id }, query: asked(labels) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
