import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const labelsKey = ['labels'];

export const useLabels = () =>
  useQuery({
    queryKey: labelsKey,
    queryFn: ({ signal }) => answer(api.GET('/api/labels', { signal })),
  });
