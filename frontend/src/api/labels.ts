import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const labelsKey = ['labels'];

/** The label sets of the menus and, though it is archived, the one of this name. */
export const useLabels = (also = '') =>
  useQuery({
    queryKey: also === '' ? labelsKey : [...labelsKey, 'also', also],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/labels', { params: { query: also === '' ? {} : { also: [also] } }, signal }),
      ),
  });
