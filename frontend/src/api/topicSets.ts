import { useRead } from '@/api/read';

export const topicSetsKey = ['/api/topic-sets'];

export const useTopicSets = () => useRead('/api/topic-sets', {});
