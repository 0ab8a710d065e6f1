import type { Work } from '@/shared/formatWork';

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
