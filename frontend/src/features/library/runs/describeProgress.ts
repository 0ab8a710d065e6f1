import type { Run, RunProgress } from '@/api/types';
import { formatWork } from '@/shared/formatWork';

/** What of a run its state and what can be done with it rest on. */
export type OfRun = Pick<Run, 'name' | 'status' | 'source' | 'ranker' | 'has_pairs' | 'job'>;

/** What is to be known beside the counts; while none moves, whether anybody is at it. */
function besides({ is_worked_on, work }: RunProgress, { ranker }: Pick<OfRun, 'ranker'>): string {
  if (!is_worked_on) return 'nobody works at it now';
  if (work.n_done > 0) return '';
  return ranker === 'bm25'
    ? 'an index that is missing is built first'
    : 'a first part is under way';
}

/** How far a run is, beside its bar. */
export function describeProgress(progress: RunProgress, run: Pick<OfRun, 'ranker'>): string {
  const { status, is_begun } = progress;
  const done = formatWork(progress.work);
  if (status === 'paused') return `Paused: ${done}`;
  if (!is_begun) return 'Waiting: no worker has begun yet.';
  const more = besides(progress, run);
  return more === '' ? done : `${done}; ${more}.`;
}
