import type { ListMeta } from '#contract/_wire.contract.ts';
import {
  type dismissDuplicates,
  type DuplicateGroup,
  type DuplicateVerdict,
  type FoundDuplicate,
  type findDuplicates as FindDuplicates,
  type listDuplicates as ListDuplicates,
  MAX_MERGED,
} from '#contract/duplicates.contract.ts';
import type { Body, Query } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { readPhone } from '../contacts/contact-phone.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { groupPairs, type PairGroup } from './group-pairs.ts';
import { findLookalikes, type FoundLookalike, type Somebody, toLookalike } from './lookalikes.ts';
import { findLookalikeRows, findPeople } from './lookalikes.sql.ts';
import {
  deleteDismissals,
  findDismissed,
  findOpenPairs,
  findOpenPairsOf,
  type FoundPair,
  insertDismissals,
  type Pair,
} from './pairs.sql.ts';
import type { Seen } from '../contacts/contact-visibility.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

/** Pairs that groups are made of at most, the newest. Ours: some hundred milliseconds of work. */
const MAX_PAIRS = 100_000;

/** Contacts around one from which on no more are looked for. Ours: ten of them are shown. */
const MAX_AROUND = 100;

const SUREST: Readonly<Record<DuplicateVerdict, number>> = { same: 0, likely: 1, household: 2 };

/** Visible contacts that may be a person, or of the same household; best matches first, at most 10. */
export function findDuplicates(
  deps: Deps,
  identity: Identity,
  person: Body<typeof FindDuplicates>,
): Promise<FoundDuplicate[]> {
  return withAccount(deps.pool, identity, async (tx) => {
    const own = person.except_id ?? null;
    const [found = []] = await findLookalikes(tx, [somebody(person)]);
    const apart = await toldApart(tx, own, found);
    const open = found.filter(({ id }) => id !== own && !apart.has(id));
    const rows = await findLookalikeRows(
      tx,
      open.map(({ id }) => id),
      await seenBy(tx, identity),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return open
      .flatMap(({ id, verdict, reasons }) => {
        const row = byId.get(id);
        return row === undefined ? [] : [{ contact: toLookalike(row), verdict, reasons: [...reasons] }];
      })
      .toSorted((a, b) => SUREST[a.verdict] - SUREST[b.verdict] || b.reasons.length - a.reasons.length)
      .slice(0, MAX_MERGED);
  });
}

const somebody = ({ except_id: id, dob, ...written }: Body<typeof FindDuplicates>): Somebody => {
  const line = (text: string) => text.trim();
  return {
    id: id ?? null,
    dob: dob ?? null,
    first_name: line(written.first_name),
    last_name: line(written.last_name),
    phone: readPhone(written.phone),
    phone_2: readPhone(written.phone_2),
    email: line(written.email) || null,
    email_2: line(written.email_2) || null,
    address: line(written.address),
    city: line(written.city),
    zip_code: line(written.zip_code),
  };
};

/** Contacts marked as different from a contact. */
async function toldApart(tx: Tx, own: number | null, found: readonly FoundLookalike[]): Promise<ReadonlySet<number>> {
  if (own === null) return new Set();
  const dismissed = await findDismissed(
    tx,
    found.map(({ id }) => pairOf(own, id)),
  );
  return new Set(dismissed.flatMap(({ low_id, high_id }) => [low_id, high_id]));
}

const pairOf = (a: number, b: number): Pair => ({ low_id: Math.min(a, b), high_id: Math.max(a, b) });

/** One page of the groups of possible duplicates; from at most `most` pairs. */
export function listDuplicates(
  deps: Deps,
  identity: Identity,
  { page, limit, verdict, contact_id: own }: Query<typeof ListDuplicates>,
  most = MAX_PAIRS,
): Promise<{ data: DuplicateGroup[]; meta: ListMeta & { is_cut?: true } }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const seen = await seenBy(tx, identity);
    const pairs = own === undefined ? await findOpenPairs(tx, seen, most) : await pairsAround(tx, seen, own);
    const all = groupPairs(pairs).filter((group) => verdict === 'all' || group.verdict === verdict);
    const shown = all.slice((page - 1) * limit, page * limit).map((group) => ({ ...group, ids: shownIds(group, own) }));
    const rows = await findLookalikeRows(
      tx,
      shown.flatMap(({ ids }) => ids),
      seen,
    );
    const byId = new Map(rows.map((row) => [row.id, toLookalike(row)]));
    const data = shown.map(({ ids, ...group }) => ({
      key: ids.join('-'),
      verdict: group.verdict,
      reasons: [...group.reasons],
      contacts: ids.flatMap((id) => byId.get(id) ?? []),
    }));
    const meta = { current_page: page, limit, total_count: all.length, total_pages: Math.ceil(all.length / limit) };
    return { data, meta: own === undefined && pairs.length >= most ? { ...meta, is_cut: true } : meta };
  });
}

/** The pairs that connect a contact with others, and those with others still. */
async function pairsAround(tx: Tx, seen: Seen, own: number): Promise<FoundPair[]> {
  const pairs = new Map<string, FoundPair>();
  const known = new Set([own]);
  let edge = [own];
  while (edge.length > 0 && known.size <= MAX_AROUND) {
    const found = await findOpenPairsOf(tx, seen, edge);
    for (const pair of found) pairs.set(`${pair.low_id} ${pair.high_id}`, pair);
    edge = [...new Set(found.flatMap(({ low_id, high_id }) => [low_id, high_id]))].filter((id) => !known.has(id));
    for (const id of edge) known.add(id);
  }
  return [...pairs.values()];
}

/** Limits the ids to the number that can be merged, including the requested contact. */
function shownIds({ ids }: PairGroup, own: number | undefined): readonly number[] {
  const first = ids.slice(0, MAX_MERGED);
  return own === undefined || first.includes(own) ? first : [...first.slice(1), own].toSorted((a, b) => a - b);
}

/** Remembers that contacts are different people. @throws {Refusal} `not_found` when one of them is not theirs to see. */
export const dismiss = (deps: Deps, caller: Caller, { ids }: Body<typeof dismissDuplicates>): Promise<void> =>
  tell(deps, caller, ids, 'duplicates.dismissed', (tx, pairs) =>
    insertDismissals(tx, pairs, caller.identity, deps.now()),
  );

/** Takes that back. @throws {Refusal} `not_found` when one of them is not theirs to see. */
export const restore = (deps: Deps, caller: Caller, { ids }: Body<typeof dismissDuplicates>): Promise<void> =>
  tell(deps, caller, ids, 'duplicates.restored', deleteDismissals);

function tell(
  deps: Deps,
  { identity, requestId }: Caller,
  ids: readonly number[],
  action: string,
  write: (tx: Tx, pairs: readonly Pair[]) => Promise<number>,
): Promise<void> {
  return withAccount(deps.pool, identity, async (tx) => {
    const chosen = [...new Set(ids)].toSorted((a, b) => a - b);
    await lockContacts(tx, chosen);
    await requireSeen(tx, identity, chosen);
    const pairs = chosen.flatMap((low, place) => chosen.slice(place + 1).map((high) => pairOf(low, high)));
    if ((await write(tx, pairs)) === 0) return;
    for (const id of chosen) {
      const detail = { ids: chosen.filter((other) => other !== id) };
      await writeAudit(tx, identity, requestId, { action, subjectType: 'contact', subjectId: id, detail });
    }
  });
}

/** @throws {Refusal} `not_found`, `conflict` when one of them is deleted. */
async function requireSeen(tx: Tx, identity: Identity, ids: readonly number[]): Promise<void> {
  const rows = await findLookalikeRows(tx, ids, await seenBy(tx, identity));
  if (rows.length < ids.length) throw new Refusal('not_found', 'Contact not found.');
  if ((await findPeople(tx, ids)).length < ids.length) {
    throw new Refusal('conflict', 'One of these contacts is deleted. Restore it first.');
  }
}
