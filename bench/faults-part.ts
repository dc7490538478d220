import type { Ratio } from './measure.ts';

export interface PartOptions {
  /** Random choices repeat with it. */
  readonly seed: number;
}

export interface Outcome {
  /** Sentences before the table. */
  readonly notes: readonly string[];
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly ratios: readonly Ratio[];
}

/** One kind of fault; it makes and removes its own world. */
export interface Part {
  readonly name: string;
  readonly title: string;
  /** @throws when the fault couldn't be created. */
  run(options: PartOptions): Promise<Outcome>;
}
