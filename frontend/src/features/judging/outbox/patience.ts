import type { ApiError } from '@/shared/requests/errors';

const FIRST_WAIT_MS = 1_000;
export const LONGEST_WAIT_MS = 30_000;
/** Longer waits that a server requests are cut to this. */
const LONGEST_REQUESTED_MS = 60_000;

/** Grows with each attempt, with jitter, and never shorter than the server requests. */
export function waitBefore(attempt: number, trouble: ApiError | null): number {
  const growing = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
  const requestedMs = Math.min(trouble?.retryAfterMs ?? 0, LONGEST_REQUESTED_MS);
  return requestedMs + growing * (0.5 + Math.random() / 2);
}
