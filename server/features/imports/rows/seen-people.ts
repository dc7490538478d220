import { foldName } from '#rules/contacts/person-name.ts';

interface Person {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly phone_2: string | null;
  readonly email: string | null;
  readonly email_2: string | null;
}

/**
 * Key of a row's person: phone and name, or e-mail and name. Households share a landline, so a phone alone identifies
 * no one.
 */
export function reachKeys(person: Person): string[] {
  const name = foldName(`${person.first_name ?? ''} ${person.last_name ?? ''}`);
  const keys: string[] = [];
  for (const phone of [person.phone, person.phone_2]) if (phone !== null) keys.push(`p${phone}|${name}`);
  for (const email of [person.email, person.email_2]) if (email !== null) keys.push(`e${email.toLowerCase()}|${name}`);
  return keys;
}

/** An earlier row of the same person, and whether all of its content is equal. */
export interface Earlier {
  readonly row: number;
  readonly equal: boolean;
}

/** People of the earlier rows of a file, in 16 bytes per key: a million rows stay below 70 MB. */
export class SeenPeople {
  #high = new Uint32Array(1 << 14);
  #low = new Uint32Array(1 << 14);
  #row = new Int32Array(1 << 14);
  #text = new Uint32Array(1 << 14);
  #size = 0;

  /**
   * Returns the first row with one of the keys, or `null` when all are new. From now on, the keys belong to that
   * person. `text` is the row's whole content.
   */
  meet(keys: readonly string[], row: number, text: string): Earlier | null {
    const [textHash] = hash(text);
    const hashes = keys.map(hash);
    const slot = hashes.map(([high, low]) => this.#slot(high, low)).find((each) => this.#row[each] !== 0);
    const first = slot === undefined ? null : (this.#row[slot] ?? null);
    const firstText = slot === undefined ? textHash : (this.#text[slot] ?? 0);
    for (const [high, low] of hashes) this.#add(high, low, first ?? row, firstText);
    return first === null ? null : { row: first, equal: firstText === textHash };
  }

  /** A key keeps the first row it was seen with. */
  #add(high: number, low: number, row: number, text: number): void {
    if (this.#size * 2 > this.#row.length) this.#grow();
    const slot = this.#slot(high, low);
    if (this.#row[slot] !== 0) return;
    this.#size += 1;
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#row[slot] = row;
    this.#text[slot] = text;
  }

  #slot(high: number, low: number): number {
    const mask = this.#row.length - 1;
    let slot = low & mask;
    while (this.#row[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [high, low, row, text] = [this.#high, this.#low, this.#row, this.#text];
    this.#high = new Uint32Array(high.length * 2);
    this.#low = new Uint32Array(low.length * 2);
    this.#row = new Int32Array(row.length * 2);
    this.#text = new Uint32Array(row.length * 2);
    for (let old = 0; old < row.length; old += 1) {
      if (row[old] === 0) continue;
      const slot = this.#slot(high[old] ?? 0, low[old] ?? 0);
      this.#high[slot] = high[old] ?? 0;
      this.#low[slot] = low[old] ?? 0;
      this.#row[slot] = row[old] ?? 0;
      this.#text[slot] = text[old] ?? 0;
    }
  }
}

/** 64 bits of a key (cyrb53's two lanes): two different people meet once in 10^7 files of a million rows. */
export function hash(key: string): [number, number] {
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

/** 53 bits of a hash. */
export function shortHash(text: string): number {
  const [high, low] = hash(text);
  return (high & 0x1fffff) * 2 ** 32 + low;
}
