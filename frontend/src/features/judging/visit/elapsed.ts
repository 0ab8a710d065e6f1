/**
 * How long ago something was, whatever happens to the clocks: one may be set to another time, the
 * other stands still while a laptop sleeps. The one that has moved further is believed.
 */
export class Elapsed {
  #since = { steady: performance.now(), told: Date.now() };

  restart(): void {
    this.#since = { steady: performance.now(), told: Date.now() };
  }

  ms(): number {
    const told = Math.abs(Date.now() - this.#since.told);
    return Math.max(performance.now() - this.#since.steady, told);
  }
}
