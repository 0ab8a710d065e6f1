import type { ApiError } from '@/shared/errors';

const FIRST_WAIT_MS = 1_000;
export const LONGEST_WAIT_MS = 30_000;
/** A server that asks for more patience is asked all the same. */
const LONGEST_ASKED_MS = 60_000;

/** Ever more patient, never in step with others who lost the same server, nor sooner than it asks. */
export function waitBefore(attempt: number, trouble: ApiError | null): number {
  const growing = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
  const asked = Math.min(trouble?.retryAfterMs ?? 0, LONGEST_ASKED_MS);
  return asked + growing * (0.5 + Math.random() / 2);
}
