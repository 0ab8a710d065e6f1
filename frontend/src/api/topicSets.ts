import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const topicSetsKey = ['topic-sets'];

export const useTopicSets = () =>
  useQuery({
    queryKey: topicSetsKey,
    queryFn: ({ signal }) => answer(api.GET('/api/topic-sets', { signal })),
  });
