import { useEffect, useState } from 'react';
import type { Run } from '@/api/types';
import type { Work } from '@/shared/format/work';
import { isOver, useRunsAnew, useWatched } from '@/features/library/api/runs';
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

/** Watches the runs that are computed since the page was opened; the list is read again when one ends. */
function useNews(runs: readonly Pick<Run, 'name' | 'status'>[]): readonly string[] {
  const readAnew = useRunsAnew();
  const [watched, setWatched] = useState<readonly string[]>([]);
  const computing = runs.filter(({ status }) => status === 'computing').map(({ name }) => name);
  const unseen = computing.filter((name) => !watched.includes(name));
  if (unseen.length > 0) setWatched([...watched, ...unseen]);

  const progresses = useWatched(watched);
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
