import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** The version that answers, which a page that has long been open may not be of. */
export const useVersion = () =>
  useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => answer(api.GET('/api/version', { signal })),
  });
