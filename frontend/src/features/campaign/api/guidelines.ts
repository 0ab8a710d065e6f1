import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { GuidelineRequest, GuidelineVersion } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';

/** The published versions, the newest first. */
export const useGuidelines = (id: number) =>
  useQuery({
    queryKey: ['guidelines', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/guidelines', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });

/** Publishes what `read` gives once all of it is saved. */
export const usePublishGuideline = (
  id: number,
  read: () => Promise<GuidelineRequest>,
  onDone: (published: GuidelineVersion) => void,
) =>
  useChange(
    id,
    async () =>
      answer(
        api.POST('/api/campaigns/{campaign_id}/guidelines', {
          params: { path: { campaign_id: id } },
          body: await read(),
        }),
      ),
    onDone,
  );

/** Markdown as assessors would see it; the server makes it safe. */
export const usePreview = (body: string) =>
  useQuery({
    queryKey: ['preview', body],
    queryFn: ({ signal }) =>
      answer(api.POST('/api/guidelines/preview', { body: { body }, signal })),
    enabled: body.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** Passages of the pool by their query and by words they hold, to make examples of. */
export const usePassages = (id: number, query: string, words: string) =>
  useQuery({
    queryKey: ['passages', id, query, words],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/passages', {
          params: { path: { campaign_id: id }, query: { query, words } },
          signal,
        }),
      ),
    enabled: query !== '',
  });
