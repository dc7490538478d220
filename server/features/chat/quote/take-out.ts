/** A sentence of which parts are understood one after the other: what is left was not. */
export class Sentence {
  #left: string;

  constructor(said: string) {
    this.#left = said.replaceAll('’', "'");
  }

  /** Words not claimed yet; ` | ` marks where something was. */
  get left(): string {
    return this.#left;
  }

  /** Takes every match of a pattern with the flag `g`. */
  take(pattern: RegExp): RegExpExecArray[] {
    const found = [...this.#left.matchAll(pattern)];
    this.#left = this.#left.replace(pattern, ' | ');
    return found;
  }

  /** Puts other words in the place of every match. */
  replace(pattern: RegExp, by: string): void {
    this.#left = this.#left.replace(pattern, by);
  }

  /** True when such a part existed; it is now claimed. */
  has(pattern: RegExp): boolean {
    return this.take(pattern).length > 0;
  }
}
