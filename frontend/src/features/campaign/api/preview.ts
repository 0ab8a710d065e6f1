import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Markdown as assessors would see it; the server makes it safe. */
export const previewQuery = (body: string) =>
  queryOptions({
    queryKey: ['preview', body],
    queryFn: ({ signal }) =>
      answer(api.POST('/api/guidelines/preview', { body: { body }, signal })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
