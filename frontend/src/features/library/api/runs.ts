import {
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { answer, api, read } from '@/api/client';
import { runsKey } from '@/api/runs';
import type { AggregatedRun, ComputedRun, RunProgress, Scores } from '@/api/types';

/** The rankers with a model; another release brings others, nothing else does. */
export const useRankers = () =>
  useQuery({ queryKey: ['rankers'], queryFn: read('/api/rankers', {}), staleTime: Infinity });

const OFTEN_MS = 1000;
const SELDOM_MS = 5000;
const N_OFTEN = 60;

/** A paused run is not: it may be resumed. */
export const isOver = ({ status }: RunProgress): boolean =>
  status !== 'running' && status !== 'paused';

export const progressKey = (name: string) => ['run-progress', name];

/** How far a run is that is computed here, and why it failed. */
const progressQuery = (name: string) =>
  queryOptions({
    queryKey: progressKey(name),
    queryFn: read('/api/runs/progress', { query: { name } }),
    staleTime: 0,
  });

export const useProgress = (name: string, enabled = true) =>
  useQuery({ ...progressQuery(name), enabled });

/** Asked again while the run is computed, after a minute less often. */
const watching = (name: string) =>
  queryOptions({
    ...progressQuery(name),
    refetchInterval: ({ state: { data, dataUpdateCount: n } }) => {
      if (data === undefined || isOver(data)) return false;
      return n < N_OFTEN ? OFTEN_MS : SELDOM_MS;
    },
  });

export const useWatched = (names: readonly string[]) =>
  useQueries({ queries: names.map(watching) }).map(({ data }) => data);

/** Has the lists of runs read again; those that nothing shows now are forgotten, so that none is shown old. */
export function useRunsAnew(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => {
    client.removeQueries({ queryKey: runsKey, type: 'inactive' });
    return client.invalidateQueries({ queryKey: runsKey });
  }, [client]);
}

type Rejecting = Readonly<{ onRejected: (error: unknown) => void }>;
type Made = Rejecting & Readonly<{ onMade: (name: string) => void }>;
type SeveralMade = Rejecting & Readonly<{ onMade: (names: readonly string[]) => void }>;

/** Plans a run and leaves it to workers. */
export function useComputeRun({ onMade, onRejected }: Made) {
  const client = useQueryClient();
  const readAnew = useRunsAnew();
  return useMutation({
    mutationFn: (body: ComputedRun) => answer(api.POST('/api/runs/computed', { body })),
    onSuccess: async ({ name }) => {
      client.removeQueries({ queryKey: progressKey(name) }); // of a try before, which failed
      await readAnew();
      onMade(name);
    },
    onError: onRejected,
  });
}

/** What a run’s frozen plan holds, in words. */
export const useRunSpec = (name: string) =>
  useQuery({ queryKey: ['run-spec', name], queryFn: read('/api/runs/spec', { query: { name } }) });

/** Makes runs of another’s pair scores, all of them or none. */
export function useAggregateRun({ onMade, onRejected }: SeveralMade) {
  const readAnew = useRunsAnew();
  return useMutation({
    mutationFn: (body: AggregatedRun) => answer(api.POST('/api/runs/aggregated', { body })),
    onSuccess: async (runs) => {
      await readAnew();
      onMade(runs.map(({ name }) => name));
    },
    onError: onRejected,
  });
}

/** How often the pairs of a run flip. */
export const useFlips = (name: string) =>
  useQuery({ queryKey: ['flips', name], queryFn: read('/api/runs/flips', { query: { name } }) });

const scoresQuery = (run: string, labels: string, measures: readonly string[]) => {
  const query = { runs: run, labels, measures: measures.join(','), per_topic: true };
  return queryOptions({
    queryKey: ['run-scores', query],
    queryFn: read('/api/scores', { query }),
    staleTime: Infinity,
    retry: false,
  });
};

/** A run under one label set; no scores where they are awaited, or where `error` says why not. */
export type Scored = Readonly<{
  labels: string;
  scores: Scores | undefined;
  error: unknown;
}>;

/** Scores of a run under each of these label sets, each on all topics of its own. */
export function useRunScores(
  run: string,
  labels: readonly string[],
  measures: readonly string[],
): readonly Scored[] {
  const combine = useCallback(
    (answers: readonly Readonly<{ data: Scores | undefined; error: unknown }>[]) =>
      answers.map(({ data, error }, place) => ({
        labels: labels[place] ?? '',
        scores: data,
        error,
      })),
    [labels],
  );
  return useQueries({ queries: labels.map((name) => scoresQuery(run, name, measures)), combine });
}
