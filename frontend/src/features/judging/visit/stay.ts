import type { Dwell, DwellClock } from '@/features/judging/visit/dwell';
import { newUuid } from '@/features/judging/visit/uuid';

/** How long a stay has lasted so far; the server adds up the visits to a pair. */
export type Stayed = Dwell & Readonly<{ visit: string }>;

/**
 * One stay on a passage, timed by one clock from when it is laid open until another is. Times count
 * up: a report that is lost is made good by the next, or by the judgment.
 */
export class Stay {
  readonly #visit = newUuid();
  readonly #clock: DwellClock;
  readonly #report: (stayed: Stayed) => void;
  #reported: Dwell = { active_ms: 0, away_ms: 0 };
  #isJudged = false;

  constructor(clock: DwellClock, report: (stayed: Stayed) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  /** While it lasts: reports that the assessor is at work, if they have been since the last report. */
  renew(): void {
    if (this.#clock.read().active_ms > this.#reported.active_ms) this.#sendReport();
  }

  /** When the page hides or another passage lies open: this may be the last that is heard of it. */
  pause(): void {
    const { active_ms: active, away_ms: away } = this.#clock.read();
    const { active_ms: reportedActive, away_ms: reportedAway } = this.#reported;
    if (active + away > reportedActive + reportedAway) this.#sendReport();
  }

  /** The times for the judgment, after which there is nothing more to report. */
  conclude(): Stayed {
    this.#isJudged = true;
    return { visit: this.#visit, ...this.#clock.read() };
  }

  #sendReport(): void {
    if (this.#isJudged) return;
    this.#reported = this.#clock.read();
    this.#report({ visit: this.#visit, ...this.#reported });
  }
}
