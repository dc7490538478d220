import { foldName } from '#rules/person-name.ts';

interface Person {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** Who a row is: phone and name, or e-mail and name. Households share a landline, so a phone alone is nobody. */
export function reachKeys(person: Person): string[] {
  const name = foldName(`${person.first_name ?? ''} ${person.last_name ?? ''}`);
  const keys: string[] = [];
  if (person.phone !== null) keys.push(`p${person.phone}|${name}`);
  if (person.email !== null) keys.push(`e${person.email.toLowerCase()}|${name}`);
  return keys;
}

/** Which people of a file came before, in 12 bytes a key: a million rows stay below 50 MB. */
export class SeenPeople {
  #high = new Uint32Array(1 << 14);
  #low = new Uint32Array(1 << 14);
  #row = new Int32Array(1 << 14);
  #size = 0;

  /** The earlier row that has one of the keys; `null` when all are new, and then they count as seen. */
  meet(keys: readonly string[], row: number): number | null {
    for (const key of keys) {
      const earlier = this.#row[this.#slot(...hash(key))];
      if (earlier) return earlier;
    }
    for (const key of keys) this.#add(...hash(key), row);
    return null;
  }

  #add(high: number, low: number, row: number): void {
    if (this.#size * 2 > this.#row.length) this.#grow();
    const slot = this.#slot(high, low);
    if (this.#row[slot] === 0) this.#size += 1;
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#row[slot] = row;
  }

  #slot(high: number, low: number): number {
    const mask = this.#row.length - 1;
    let slot = low & mask;
    while (this.#row[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [high, low, row] = [this.#high, this.#low, this.#row];
    this.#high = new Uint32Array(high.length * 2);
    this.#low = new Uint32Array(low.length * 2);
    this.#row = new Int32Array(row.length * 2);
    for (let old = 0; old < row.length; old += 1) {
      if (row[old] === 0) continue;
      const slot = this.#slot(high[old] ?? 0, low[old] ?? 0);
      this.#high[slot] = high[old] ?? 0;
      this.#low[slot] = low[old] ?? 0;
      this.#row[slot] = row[old] ?? 0;
    }
  }
}

/** 64 bits of a key (cyrb53's two lanes): two different people meet once in 10^7 files of a million rows. */
function hash(key: string): [number, number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0, low >>> 0];
}
