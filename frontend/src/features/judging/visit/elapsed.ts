/**
 * How long ago something was, whatever happens to the clocks: one may be set to another time, the
 * other stands still while a laptop sleeps. The one that has moved further is believed.
 */
export class Elapsed {
  #since = { steady: performance.now(), wall: Date.now() };

  restart(): void {
    this.#since = { steady: performance.now(), wall: Date.now() };
  }

  ms(): number {
    const wall = Math.abs(Date.now() - this.#since.wall);
    return Math.max(performance.now() - this.#since.steady, wall);
  }
}
