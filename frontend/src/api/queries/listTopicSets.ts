import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const topicSetsQuery = queryOptions({
  queryKey: ['topic-sets'],
  queryFn: ({ signal }) => answer(api.GET('/api/topic-sets', { signal })),
});
