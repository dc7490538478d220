/** Milliseconds in which a key may be overtaken by the next one. Ours: a tone sounds longer. */
export const ORDER_MS = 100;
/** Keys whose late packets are still recognized. Ours: five seconds of the fastest keys. */
const REMEMBERED = 32;
/** Units of the clock of the sound after which a number is no earlier key but a new count. Ours: ten seconds. */
const MAX_BEHIND = 80_000;

interface Held {
  readonly stamp: number;
  readonly key: string;
}

/**
 * Keys in the order in which they were pressed. Packets overtake each other, so a key waits for those before it. The
 * browser falls back on its socket where it can't send tones: a key that arrives there was pressed before what waits.
 */
export class KeyOrder {
  readonly #tell: (key: string) => void;
  readonly #seen: number[] = [];
  #held: Held[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (key: string) => void) {
    this.#tell = tell;
  }

  /** A packet of a key. `stamp`: when the key was pressed, 32 bits; each of its packets has the same. */
  hear(stamp: number, key: string): void {
    if (this.#seen.includes(stamp)) return;
    this.#seen.push(stamp);
    if (this.#seen.length > REMEMBERED) this.#seen.shift();
    const later = this.#held.findIndex((held) => isBefore(stamp, held.stamp));
    this.#held.splice(later < 0 ? this.#held.length : later, 0, { stamp, key });
    this.#timer ??= setTimeout(() => this.#release(), ORDER_MS);
  }

  /** Keys that came as text. */
  take(keys: string): void {
    for (const key of keys) this.#tell(key);
  }

  /** Tells what waits. */
  close(): void {
    this.#release();
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { key } of this.#held.splice(0)) this.#tell(key);
  }
}

/** The stamps wrap at 32 bits. */
function isBefore(one: number, other: number): boolean {
  const behind = (other - one) >>> 0;
  return behind > 0 && behind < MAX_BEHIND;
}
