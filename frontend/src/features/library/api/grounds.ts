import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';
import { collectionsKey } from '@/api/collections';
import { topicSetsKey } from '@/api/topicSets';
import type { TopicsSought, BoardSought } from '@/api/types';
import { runsKey } from '@/api/runs';

/** The runs of a topic set by one measure; whatever changes a run has it read anew. */
export const useBoard = (query: BoardSought) =>
  useQuery({
    queryKey: [...runsKey, 'board', query],
    queryFn: read('/api/leaderboard', { query }),
    placeholderData: keepPreviousData,
    retry: false,
  });

type PassagesSought = Readonly<{ name: string; search?: string; doc_id?: string; page: number }>;

/** What a collection holds, counted, and ten passages of it. */
export const useCollection = (name: string) =>
  useQuery({
    queryKey: [...collectionsKey, 'shown', name],
    queryFn: read('/api/collections/one', { query: { name } }),
    retry: false,
  });

/** Passages of a collection: in order, by id, or found by words; twenty a page. */
export const usePassages = (query: PassagesSought) =>
  useQuery({
    queryKey: [...collectionsKey, 'passages', query],
    queryFn: read('/api/collections/passages', { query }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const useTopicSet = (name: string) =>
  useQuery({
    queryKey: [...topicSetsKey, 'shown', name],
    queryFn: read('/api/topic-sets/one', { query: { name } }),
    retry: false,
  });

/** Topics of a set, fifty a page, counted under a label set where one is named. */
export const useTopicsOf = (query: TopicsSought) =>
  useQuery({
    queryKey: [...topicSetsKey, 'topics', query],
    queryFn: read('/api/topic-sets/topics', { query }),
    placeholderData: keepPreviousData,
    retry: false,
  });
