import type { ImportCheck } from '#contract/imports.contract.ts';
import { ageOn } from '#rules/time/plain-date.ts';

type Doubt = NonNullable<ImportCheck['doubts']>[number];

/** Rows named as examples. */
const NAMED = 5;

const OLDEST = 120;
const ADULT = 18;

/** Counts birth dates that are hardly those of clients. */
export class DoubtfulAges {
  readonly #today: string;
  #dates = 0;
  readonly #old: number[] = [];
  readonly #minors: number[] = [];

  /** `today`: `YYYY-MM-DD`. */
  constructor(today: string) {
    this.#today = today;
  }

  add(row: number, dob: string | null): void {
    if (dob === null) return;
    this.#dates += 1;
    const age = ageOn(dob, this.#today);
    if (age > OLDEST) this.#old.push(row);
    else if (age < ADULT) this.#minors.push(row);
  }

  found(): Doubt[] {
    const doubt = (kind: Doubt['kind'], rows: readonly number[]): Doubt[] =>
      rows.length === 0 ? [] : [{ kind, rows: rows.length, row_numbers: rows.slice(0, NAMED) }];
    return [
      ...doubt('over_120', this.#old),
      ...(this.#minors.length * 2 >= this.#dates ? doubt('minors', this.#minors) : []),
    ];
  }
}
