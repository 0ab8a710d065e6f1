/** Without a sign of life for this long, the rest of the time counts as away. */
export const IDLE_AFTER_MS = 60_000;

/** The server takes no longer times: who comes back after a weekend was away for a day. */
const LONGEST_MS = 24 * 3_600_000;

const capped = (ms: number): number => Math.min(Math.round(ms), LONGEST_MS);

export type Dwell = Readonly<{ active_ms: number; away_ms: number }>;

/**
 * The time spent on one passage, split into active and away. Away is while the page is hidden or
 * without focus, and what passes beyond a minute without a sign of life.
 */
export class DwellClock {
  readonly #now: () => number;
  #activeMs = 0;
  #awayMs = 0;
  #since: number;
  #lastSign: number;
  #isPresent: boolean;

  constructor(now: () => number, isPresent = true) {
    this.#now = now;
    this.#since = now();
    this.#lastSign = this.#since;
    this.#isPresent = isPresent;
  }

  /** A key, a pointer, a scroll. */
  touch(): void {
    this.#settle();
    this.#lastSign = this.#since;
  }

  leave(): void {
    this.#settle();
    this.#isPresent = false;
  }

  comeBack(): void {
    this.touch();
    this.#isPresent = true;
  }

  /** May be asked as often as one likes: a look at the clock is no sign of life. */
  read(): Dwell {
    this.#settle();
    return { active_ms: capped(this.#activeMs), away_ms: capped(this.#awayMs) };
  }

  #settle(): void {
    const now = this.#now();
    const gap = now - this.#since;
    const reading = Math.min(now, this.#lastSign + IDLE_AFTER_MS) - this.#since;
    const active = this.#isPresent ? Math.max(reading, 0) : 0;
    this.#activeMs += active;
    this.#awayMs += gap - active;
    this.#since = now;
  }
}
