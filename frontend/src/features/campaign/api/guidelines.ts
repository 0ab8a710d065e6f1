import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { post } from '@/api/calls';

/** Markdown as assessors would see it; the server makes it safe. */
export const usePreview = (body: string) =>
  useQuery({
    queryKey: ['preview', body],
    queryFn: ({ signal }) => post('/api/guidelines/preview', {}, { body }, { signal }),
    enabled: body.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
