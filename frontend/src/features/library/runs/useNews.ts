import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { runsQuery } from '@/api/queries/listRuns';
import { progressQuery } from '@/api/queries/readProgress';
import type { Run } from '@/api/types';
import { isOver } from '@/features/library/runs/progressWords';
import { newsOf } from '@/features/library/runs/runNews';

const OFTEN_MS = 1000;
const SELDOM_MS = 5000;
const N_OFTEN = 60;

/** Asked again while the run is computed, after a minute less often. */
const watching = (name: string) =>
  queryOptions({
    ...progressQuery(name),
    refetchInterval: ({ state: { data, dataUpdateCount: n } }) => {
      if (data === undefined || isOver(data)) return false;
      return n < N_OFTEN ? OFTEN_MS : SELDOM_MS;
    },
  });

/** Watches the runs that are computed since the page was opened; the list is read again when one ends. */
export function useNews(runs: readonly Run[]): readonly string[] {
  const client = useQueryClient();
  const [watched, setWatched] = useState<readonly string[]>([]);
  const computing = runs.filter(({ status }) => status === 'computing').map(({ name }) => name);
  const unseen = computing.filter((name) => !watched.includes(name));
  if (unseen.length > 0) setWatched([...watched, ...unseen]);

  const progresses = useQueries({ queries: watched.map(watching) });
  const ended = watched.filter((name, n) => {
    const progress = progresses[n]?.data;
    return computing.includes(name) && progress !== undefined && isOver(progress);
  });
  const all = ended.join(' ');
  useEffect(() => {
    if (all !== '') void client.invalidateQueries(runsQuery);
  }, [all, client]);

  return watched.map((name, n) => {
    const progress = progresses[n]?.data;
    return progress === undefined ? '' : newsOf(name, progress);
  });
}
