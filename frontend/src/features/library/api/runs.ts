import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { patch } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { reading, useRead } from '@/api/read';
import type { KeptChange, Scores } from '@/api/types';

/** The rankers with a model; another release brings others, nothing else does. */
export const useRankers = () => useRead('/api/rankers', {}, { staleTime: Infinity });

/** Has the lists of runs read again; those that nothing shows now are forgotten, so that none is shown old. */
export function useRunsAnew(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => {
    client.removeQueries({ ...ofKinds('runs'), type: 'inactive' });
    return client.invalidateQueries(ofKinds('runs'));
  }, [client]);
}

type Details = Pick<KeptChange, 'kind' | 'team' | 'link'>;

/** Gives several runs the same kind, team or link; the lists of runs are read again. */
export function useDescribeRuns<Given extends Details>(
  names: readonly string[],
  onDone: (given: Given) => void,
) {
  const readAnew = useRunsAnew();
  return useMutation({
    mutationFn: (body: Given) => patch('/api/library/runs', {}, { names: [...names], ...body }),
    onSuccess: (_reply, body) => {
      onDone(body);
      return readAnew();
    },
  });
}

const scoresQuery = (run: string, labels: string, measures: readonly string[]) => {
  const query = { runs: run, labels, measures: measures.join(','), per_topic: true };
  return { ...reading('/api/scores', query), staleTime: Infinity, retry: false };
};

/** A run under one label set; no scores where they are awaited, or where `error` says why not. */
export type Scored = Readonly<{
  labels: string;
  scores: Scores | undefined;
  error: unknown;
}>;

type Asked = Readonly<{ labels: string; measures: readonly string[] }>;

/** Scores of a run under each of these label sets, each on all topics of its own. */
export function useRunScores(run: string, asked: readonly Asked[]): readonly Scored[] {
  const combine = useCallback(
    (answers: readonly Readonly<{ data: Scores | undefined; error: unknown }>[]) =>
      answers.map(({ data, error }, place) => ({
        labels: asked[place]?.labels ?? '',
        scores: data,
        error,
      })),
    [asked],
  );
  const queries = asked.map(({ labels, measures }) => scoresQuery(run, labels, measures));
  return useQueries({ queries, combine });
}
