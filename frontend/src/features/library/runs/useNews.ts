import { useEffect, useState } from 'react';
import type { Run } from '@/api/types';
import { isOver, useRunsAnew, useWatched } from '@/features/library/api/runs';
import { newsOf } from '@/features/library/runs/runNews';

/** Watches the runs that are computed since the page was opened; the list is read again when one ends. */
export function useNews(runs: readonly Pick<Run, 'name' | 'status'>[]): readonly string[] {
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
