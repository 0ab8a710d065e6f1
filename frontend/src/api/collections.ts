import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const collectionsKey = ['collections'];

export const useCollections = () =>
  useQuery({
    queryKey: collectionsKey,
    queryFn: ({ signal }) => answer(api.GET('/api/collections', { signal })),
  });
