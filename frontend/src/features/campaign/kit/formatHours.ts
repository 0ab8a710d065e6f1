import type { BoardDetails } from '@/api/types';
import { counted } from '@/shared/format/numbers';

const MS_PER_HOUR = 3_600_000;

/** "12 hours": active time of first looks on these pages; null where none was timed. */
export function formatHours(stretches: BoardDetails['course']['stretches']): string | null {
  const ms = stretches.reduce((sum, { active_ms: one }) => sum + one, 0);
  if (ms === 0) return null;
  const hours = ms / MS_PER_HOUR;
  return hours < 1 ? 'less than an hour' : counted(Math.round(hours), 'hour');
}
