/** Milliseconds that the rate looks back. Ours: steady, and soon right after a change. */
const WINDOW_MS = 5_000;

/** Speed of the work: rows per second over the last seconds, and the time worked. */
export class WorkMeter {
  readonly #clock: () => number;
  #last: number;
  #done: { readonly from: number; readonly to: number; readonly rows: number }[] = [];

  /** `clock` answers milliseconds and never goes back. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#last = clock();
  }

  /** Counts finished rows. `elapsed` is the working time since the last call, in ms. */
  add(rows: number): { rate: number; elapsed: number } {
    const now = this.#clock();
    const elapsed = now - this.#last;
    this.#done = [...this.#done.filter(({ to }) => to > now - WINDOW_MS), { from: this.#last, to: now, rows }];
    this.#last = now;
    const since = this.#done[0]?.from ?? now;
    const total = this.#done.reduce((sum, each) => sum + each.rows, 0);
    return { rate: now > since ? (total * 1000) / (now - since) : 0, elapsed: Math.round(elapsed) };
  }
}
