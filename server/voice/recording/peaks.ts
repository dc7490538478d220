import { LOUDNESS } from './mu-law.ts';

/** Peaks of a channel at most; there are at least half as many once a recording is long enough. Ours: a wide waveform. */
const MOST = 1_000;
/** Samples of the first peaks: 20 ms. */
const FIRST_SPAN = 160;

/** Volume of two channels over time in constant memory: when it is full, neighboring peaks are merged. */
export class Peaks {
  readonly #found = [new Uint8Array(MOST), new Uint8Array(MOST)] as const;
  #span = FIRST_SPAN;
  #samples = 0;

  /** Bytes of both channels in turns. */
  add(interleaved: Buffer): void {
    const [left, right] = this.#found;
    for (let at = 0; at + 1 < interleaved.length; at += 2) {
      if (this.#samples === MOST * this.#span) this.#join();
      const place = Math.floor(this.#samples / this.#span);
      left[place] = Math.max(left[place] ?? 0, LOUDNESS[interleaved[at] ?? 0] ?? 0);
      right[place] = Math.max(right[place] ?? 0, LOUDNESS[interleaved[at + 1] ?? 0] ?? 0);
      this.#samples++;
    }
  }

  /** From 0 to 255 each. */
  all(): readonly [Uint8Array, Uint8Array] {
    const count = Math.ceil(this.#samples / this.#span);
    const [left, right] = this.#found;
    return [left.slice(0, count), right.slice(0, count)];
  }

  #join(): void {
    for (const peaks of this.#found) {
      for (let at = 0; at < MOST / 2; at++) peaks[at] = Math.max(peaks[at * 2] ?? 0, peaks[at * 2 + 1] ?? 0);
      peaks.fill(0, MOST / 2);
    }
    this.#span *= 2;
  }
}
