import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reading } from '@/api/read';
import type { Run, RunProgress } from '@/api/types';
import type { Work } from '@/shared/format/work';
import { useRunsAnew } from '@/features/library/api/runs';
import text from '@/shared/styles/text.module.css';

type JobProgress = Readonly<{
  status: 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  error: string;
  is_begun: boolean;
  work: Work;
}>;

const QUARTERS = ['', 'a quarter', 'half', 'three quarters'];

/** The announcement of a run’s progress: short, and changed only when there is news. */
export function newsOf(name: string, { status, error, is_begun, work }: JobProgress): string {
  if (status === 'done') return `Run ${name} is complete.`;
  if (status === 'failed') return `Run ${name} failed: ${error}`;
  if (status === 'cancelled') return `Run ${name} was cancelled.`;
  if (status === 'paused') return `Run ${name} is paused.`;
  if (!is_begun) return `Run ${name} waits: no worker has begun yet.`;
  const quarter = QUARTERS[Math.floor((4 * work.n_done) / work.n)] ?? '';
  if (quarter === '') return `Run ${name} is being computed.`;
  const how = work.unit === 'passage' ? 'encoded' : 'done';
  return `Run ${name}: ${quarter} of its ${work.unit}s is ${how}.`;
}

const OFTEN_MS = 1000;
const SELDOM_MS = 5000;
const N_OFTEN = 60;

/** A paused run is not: it may be resumed. */
export const isOver = ({ status }: RunProgress): boolean =>
  status !== 'running' && status !== 'paused';

/** Asked again while the run is computed, after a minute less often. */
const watching = (name: string) =>
  queryOptions({
    ...reading('/api/runs/progress', { name }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount: n } }) => {
      if (data === undefined || isOver(data)) return false;
      return n < N_OFTEN ? OFTEN_MS : SELDOM_MS;
    },
  });

/** Watches the runs that are computed since the page was opened; the list is read again when one ends. */
function useNews(runs: readonly Pick<Run, 'name' | 'status'>[]): readonly string[] {
  const readAnew = useRunsAnew();
  const [watched, setWatched] = useState<readonly string[]>([]);
  const computing = runs.filter(({ status }) => status === 'computing').map(({ name }) => name);
  const unseen = computing.filter((name) => !watched.includes(name));
  if (unseen.length > 0) setWatched([...watched, ...unseen]);

  const progresses = useQueries({ queries: watched.map(watching) }).map(({ data }) => data);
  const ended = watched.filter((name, n) => {
    const progress = progresses[n];
    return computing.includes(name) && progress !== undefined && isOver(progress);
  });
  const all = ended.join(' ');
  useEffect(() => {
    if (all !== '') void readAnew();
  }, [all, readAnew]);

  return watched.map((name, n) => {
    const progress = progresses[n];
    return progress === undefined ? '' : newsOf(name, progress);
  });
}

/** Reads out how runs come on; the table shows it. */
export function News({ runs }: Readonly<{ runs: readonly Pick<Run, 'name' | 'status'>[] }>) {
  const news = useNews(runs);
  return (
    <div role="status" className={text.visuallyHidden}>
      {news.map((text, n) => (
        <p key={n}>{text}</p>
      ))}
    </div>
  );
}
