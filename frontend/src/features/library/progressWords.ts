import type { Run, RunProgress } from '@/api/types';
import { formatCount } from '@/shared/format';

/** A paused run is not: it may be resumed. */
export const isOver = ({ status }: RunProgress): boolean =>
  status !== 'running' && status !== 'paused';

/** What is done before the first topic. */
function beginning({ parent, ranker }: Pick<Run, 'parent' | 'ranker'>): string {
  if (parent !== null) return 'the model is loaded first';
  if (ranker === 'bm25') return 'an index that is missing is built first';
  return 'vectors that are missing are made first';
}

/** How far a run is, beside its bar. */
export function progressWords(
  { status, n_topics_done: nDone, n_topics: n, is_begun }: RunProgress,
  run: Pick<Run, 'parent' | 'ranker'>,
): string {
  if (status === 'paused') return `Paused: ${formatCount(nDone)} of ${formatCount(n)} topics`;
  if (!is_begun) return 'Waiting: no worker has begun yet.';
  const words = `${formatCount(nDone)} of ${formatCount(n)} topics`;
  return nDone > 0 ? words : `${words}; ${beginning(run)}.`;
}

const QUARTERS = ['', 'a quarter', 'half', 'three quarters'];

/** What is read out of a run’s progress: few words, and others only when there is news. */
export function newsOf(name: string, progress: RunProgress): string {
  const { status, error, is_begun, n_topics_done: nDone, n_topics: n } = progress;
  if (status === 'done') return `Run ${name} is complete.`;
  if (status === 'failed') return `Run ${name} failed: ${error}`;
  if (status === 'cancelled') return `Run ${name} was cancelled.`;
  if (status === 'paused') return `Run ${name} is paused.`;
  if (!is_begun) return `Run ${name} waits: no worker has begun yet.`;
  const quarter = QUARTERS[Math.floor((4 * nDone) / n)] ?? '';
  if (quarter === '') return `Run ${name} is being computed.`;
  return `Run ${name}: ${quarter} of its topics is done.`;
}
