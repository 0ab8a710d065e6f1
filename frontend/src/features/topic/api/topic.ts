import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Choice } from '@/features/topic/api/choice';

const named = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : names.join(',');

/** A topic with what these runs and labels say of it. */
export function useTopicLook(topicSet: string, queryId: string, choice: Choice) {
  const { measure, n } = choice;
  const [runs, labels] = [named(choice.runs), named(choice.labels)];
  const query = {
    topic_set: topicSet,
    query_id: queryId,
    measures: measure,
    n,
    ...(runs !== undefined && { runs }),
    ...(labels !== undefined && { labels }),
  };
  return useQuery({
    queryKey: ['topic', query],
    queryFn: ({ signal }) => answer(api.GET('/api/topic', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Scores of the first two runs on all topics under the first labels, where there are such. */
export function useScores(choice: Choice, isOffered: boolean) {
  const { measure } = choice;
  const [baseline = '', run = ''] = choice.runs;
  const [labels = ''] = choice.labels;
  const query = { runs: `${baseline},${run}`, labels, measures: measure, per_topic: true };
  return useQuery({
    queryKey: ['topic-scores', query],
    queryFn: ({ signal }) => answer(api.GET('/api/scores', { params: { query }, signal })),
    enabled: isOffered && run !== '' && labels !== '',
    staleTime: Infinity,
    retry: false,
  });
}
