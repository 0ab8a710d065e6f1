import { useRead } from '@/api/read';

export const useTopicSets = () => useRead('/api/menus/topic-sets', {});
