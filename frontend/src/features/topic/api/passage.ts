import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

type Where = Readonly<{ collection: string; doc_id: string }>;
type Paged = Where & Readonly<{ page: number; topic_set?: string }>;

/** One passage: its text, where it stands, and what it is a variant of. */
export const usePassage = (query: Where) =>
  useQuery({
    queryKey: ['passage', query],
    queryFn: ({ signal }) => answer(api.GET('/api/passage', { params: { query }, signal })),
    retry: false,
  });

/** The topics and runs that have it among their first hundred. */
export const usePassageRankings = (query: Paged) =>
  useQuery({
    queryKey: ['passage-rankings', query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/passage/rankings', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** What people gave it, where that may be seen, and its labels. */
export const usePassageJudgments = (query: Omit<Paged, 'topic_set'>) =>
  useQuery({
    queryKey: ['passage-judgments', query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/passage/judgments', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
