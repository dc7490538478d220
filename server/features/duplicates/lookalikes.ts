import type { DuplicateReason, Lookalike } from '#contract/duplicates.contract.ts';
import { homeOf, type Judgement, judge, type PersonFacts } from '#rules/contacts/duplicates.ts';
import type { Tx } from '../../db/tx.ts';
import { findPairedAmong } from './pairs.sql.ts';
import { findHolders, findPeople, type LookalikeRow, type PersonRow, type SharedKey } from './lookalikes.sql.ts';

/**
 * Number of contacts from which a shared value proves nothing: an agency's phone, a nursing home's address. Our choice.
 */
export const CROWD = 20;

/** A person to compare, whether or not a contact yet. */
export type Somebody = Omit<PersonRow, 'id'> & { readonly id: number | null };

/** A contact that may be the person, or of the same household. */
export interface FoundLookalike extends Judgement {
  readonly id: number;
}

const both = (one: string | null, two: string | null) => [...new Set([one, two])].filter((value) => value !== null);

/** Keys of a person in the index. Parts of a key are separated by chr(1), as in the compared columns. */
function keysOf(who: Somebody): SharedKey[] {
  const keys: SharedKey[] = [];
  for (const key of both(who.phone, who.phone_2)) keys.push({ kind: 'phone', key });
  for (const key of both(who.email, who.email_2)) keys.push({ kind: 'email', key: key.toLowerCase() });
  if (who.first_name && who.last_name) keys.push({ kind: 'name', key: `${who.last_name}\u0001${who.first_name}` });
  if (who.dob !== null && who.last_name) keys.push({ kind: 'birth', key: `${who.dob}\u0001${who.last_name}` });
  if (homeOf(who) !== null) {
    keys.push({ kind: 'home', key: `${who.address}\u0001${who.zip_code ? who.zip_code.slice(0, 5) : who.city}` });
  }
  return keys;
}

/** Facts about a person, without common values. */
function factsOf(who: Somebody, crowded: ReadonlySet<string>): PersonFacts {
  const told = (kind: SharedKey['kind'], values: readonly string[]) =>
    values.filter((value) => !crowded.has(`${kind} ${value.toLowerCase()}`));
  const isCrowdedHome = keysOf(who).some(
    ({ kind, key }) => kind === 'home' && crowded.has(`home ${key.toLowerCase()}`),
  );
  return {
    first_name: who.first_name,
    last_name: who.last_name,
    phones: told('phone', both(who.phone, who.phone_2)),
    emails: told('email', both(who.email, who.email_2)),
    dob: who.dob,
    home: isCrowdedHome ? null : homeOf(who),
  };
}

/** Holders of a value of a crowd that are looked at. Ours: a crowd grows little by little. */
const CROWD_LOOKED_AT = 200;

interface Around {
  readonly found: FoundLookalike[][];
  readonly crowds: readonly SharedKey[];
}

/** Contacts that may be each of these people, or live with them; in order. */
export const findLookalikes = async (tx: Tx, people: readonly Somebody[]): Promise<FoundLookalike[][]> =>
  (await lookAround(tx, people)).found;

/** Contacts, besides these, that are still paired with another one by what a crowd shares by now. */
export async function findCrowded(tx: Tx, crowds: readonly SharedKey[], besides: readonly number[]): Promise<number[]> {
  const paired = new Set<number>();
  for (const [kind, keys] of Map.groupBy(crowds, (key) => key.kind)) {
    const holders = await findHolders(tx, keys, CROWD_LOOKED_AT);
    const ids = [...new Set(holders.map((row) => row.contact_id))];
    for (const { id } of await findPairedAmong(tx, ids, PAIRED_BY[kind])) paired.add(id);
  }
  return [...paired].filter((id) => !besides.includes(id));
}

/** Match of a pair formed by such a value. `null`: none of the others. */
const PAIRED_BY: Readonly<Record<SharedKey['kind'], DuplicateReason | null>> = {
  phone: 'same_phone',
  email: 'same_email',
  home: 'same_address',
  name: null,
  birth: null,
};

/** Like `findLookalikes`, with values shared by a crowd. */
export async function lookAround(tx: Tx, people: readonly Somebody[]): Promise<Around> {
  const asked = people.flatMap((who, whose) => keysOf(who).map((key) => ({ ...key, whose })));
  if (asked.length === 0) return { found: people.map(() => []), crowds: [] };
  const holders = Map.groupBy(await findHolders(tx, asked, CROWD), ({ place }) => place);
  const crowded = new Set<string>();
  const crowds = new Map<string, SharedKey>();
  const near: Set<number>[] = people.map(() => new Set());
  for (const [place, { kind, key, whose }] of asked.entries()) {
    const ids = new Set((holders.get(place) ?? []).map((row) => row.contact_id));
    if (ids.size >= CROWD) {
      crowded.add(`${kind} ${key.toLowerCase()}`);
      crowds.set(`${kind} ${key.toLowerCase()}`, { kind, key });
    } else for (const id of ids) if (id !== people[whose]?.id) near[whose]?.add(id);
  }
  const rows = await findPeople(tx, [...new Set(near.flatMap((ids) => [...ids]))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = people.map((who, whose) => {
    const facts = factsOf(who, crowded);
    return [...(near[whose] ?? [])].flatMap((id) => {
      const other = byId.get(id);
      const judgement = other && judge(facts, factsOf(other, crowded));
      return judgement ? [{ id, ...judgement }] : [];
    });
  });
  return { found, crowds: [...crowds.values()] };
}

export const toLookalike = (row: LookalikeRow): Lookalike => ({
  id: row.id,
  number: row.number,
  first_name: row.first_name,
  last_name: row.last_name,
  phone: row.phone,
  phone_2: row.phone_2,
  email: row.email,
  email_2: row.email_2,
  dob: row.dob,
  address: row.address,
  city: row.city,
  state: row.state,
  zip_code: row.zip_code,
  owner: { id: row.owner_id, name: row.owner_name },
  created_at: row.created_at.toISOString(),
  last_touch_at: row.last_touch_at?.toISOString() ?? null,
});
