import { useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';

export const topicSetsKey = ['topic-sets'];

export const useTopicSets = () =>
  useQuery({ queryKey: topicSetsKey, queryFn: read('/api/topic-sets', {}) });
