import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const runsKey = ['runs'];

/** The runs of the menus and, though it is archived, the one of this name. */
export const useRuns = (also = '') =>
  useQuery({
    queryKey: also === '' ? runsKey : [...runsKey, 'also', also],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/runs', { params: { query: also === '' ? {} : { also: [also] } }, signal }),
      ),
  });
