import type { StudyRun } from '@/api/types';
import { counted, formatCount } from '@/shared/format';

/** How far one run of a study is. */
export function formatState({ state, unit, n, n_done, waits_for }: StudyRun): string {
  if (state === 'computing' && n > 0)
    return `${formatCount(n_done)} of ${counted(n, unit === '' ? 'topic' : unit)}`;
  if (state === 'waiting' && waits_for !== '') return `waits for ${waits_for}`;
  return state;
}

/** A share as a change in percent, with its sign: "−12.3%". */
export function formatChange(relative: number | null): string {
  if (relative === null) return '–';
  const percent = (100 * relative).toFixed(1);
  if (Number(percent) === 0) return '±0.0%';
  return `${relative < 0 ? '−' : '+'}${percent.replace('-', '')}%`;
}
