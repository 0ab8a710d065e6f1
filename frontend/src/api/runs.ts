import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const runsKey = ['runs'];

export const useRuns = () =>
  useQuery({
    queryKey: runsKey,
    queryFn: ({ signal }) => answer(api.GET('/api/runs', { signal })),
  });
