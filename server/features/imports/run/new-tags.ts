import type { ImportCheck } from '#contract/imports.contract.ts';
import { namesIn } from '../rows/row-tags.ts';
import type { RowChoices, RowValues } from '../cells/row-values.ts';

/** Names in the check. Ours: enough to see that the wrong column was matched. */
const NAMED = 10;

/** Counts the tags of a file that the account doesn't have. */
export class NewTags {
  readonly #known: RowChoices['tags'];
  /** Name in lower case → as first written. */
  readonly #found = new Map<string, string>();

  constructor(known: RowChoices['tags']) {
    this.#known = known;
  }

  add(values: Pick<RowValues, 'tags'>): void {
    for (const name of namesIn(values)) {
      const key = name.toLowerCase();
      if (this.#known?.has(key) !== true && !this.#found.has(key)) this.#found.set(key, name);
    }
  }

  found(): Pick<ImportCheck, 'new_tags'> {
    const names = [...this.#found.values()];
    return names.length === 0 ? {} : { new_tags: { count: names.length, names: names.slice(0, NAMED) } };
  }
}
