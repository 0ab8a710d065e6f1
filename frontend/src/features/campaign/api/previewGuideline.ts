import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const guidelinePreviewQuery = (body: string) =>
  queryOptions({
    queryKey: ['guideline-preview', body],
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answer(api.POST('/api/guidelines/preview', { body: { body }, signal })),
  });
