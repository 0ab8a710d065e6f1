const FIRST_WAIT_MS = 1_000;
export const LONGEST_WAIT_MS = 30_000;

/** Ever more patient, and never in step with others who lost the same server. */
export const waitBefore = (attempt: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
