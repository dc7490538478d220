import { type DuplicateReason, MAX_MERGED } from '#contract/duplicates.contract.ts';
import type { FoundPair } from './pairs.sql.ts';

/** Contacts of which every two are a pair. */
export interface PairGroup {
  /** In the order of their ids. */
  readonly ids: readonly number[];
  /** Verdict over all its pairs. */
  readonly verdict: 'same' | 'likely';
  readonly reasons: readonly DuplicateReason[];
}

const keyOf = (one: number, two: number): string => `${Math.min(one, two)} ${Math.max(one, two)}`;

/**
 * Groups formed by pairs of contacts: certain matches first, newest contact first. Two contacts that aren't a pair are
 * never in one group: a third one similar to both doesn't make them one person. A pair that joins no group is its own
 * group, so a contact may be in several.
 */
export function groupPairs(pairs: readonly FoundPair[]): PairGroup[] {
  const found = [...cliquesOf(pairs, 'same'), ...cliquesOf(pairs, 'likely')];
  return found.toSorted((a, b) => b.verdict.localeCompare(a.verdict) || (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0));
}

/** Groups of pairs of one verdict, each pair in one of them. */
function cliquesOf(all: readonly FoundPair[], verdict: FoundPair['verdict']): PairGroup[] {
  const pairs = new Map(
    all.filter((pair) => pair.verdict === verdict).map((pair) => [keyOf(pair.low_id, pair.high_id), pair]),
  );
  const groupOf = new Map<number, ReadonlySet<number>>();
  const apart: ReadonlySet<number>[] = [];
  for (const { low_id: low, high_id: high } of pairs.values()) {
    const [one, two] = [groupOf.get(low) ?? new Set([low]), groupOf.get(high) ?? new Set([high])];
    if (one === two) continue;
    const isOne = [...one].every((left) => [...two].every((right) => pairs.has(keyOf(left, right))));
    if (isOne && one.size + two.size <= MAX_MERGED) {
      const both = new Set([...one, ...two]);
      for (const id of both) groupOf.set(id, both);
    } else apart.push(new Set([low, high]));
  }
  const whole = [...new Set(groupOf.values())];
  const loose = apart.filter((two) => !whole.some((group) => [...two].every((id) => group.has(id))));
  return [...whole, ...loose].map((group) => {
    const ids = [...group].toSorted((a, b) => a - b);
    const own = ids.flatMap((low, at) => ids.slice(at + 1).flatMap((high) => pairs.get(keyOf(low, high)) ?? []));
    return { ids, verdict, reasons: [...new Set(own.flatMap(({ reasons }) => reasons))] };
  });
}
