import type {
  Erasure,
  ErasureEvidence,
  ErasurePreview,
  ERASED_KINDS as ErasedKinds,
  KEPT_KINDS as KeptKinds,
} from '#contract/erasures.contract.ts';
import { ERASED_KINDS, ERASURES_MOST, KEPT_KINDS } from '#contract/erasures.contract.ts';
import { dayStillRunning } from '#rules/time/days.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { type Caller, requireContact } from '../contacts/contacts.service.ts';
import { refusalOf } from './erase-person.ts';
import { ERASURE_STEPS } from './erasure-step.ts';
import * as rows from './erasures.sql.ts';
import { findKept, summaryOf } from './evidence.ts';
import { readPerson } from './identifiers.ts';
import { openEvidence, openReason, sealedReason } from './person-seal.ts';
import { ELSEWHERE, PLACES } from './places.ts';
import { countTraces } from './traces.sql.ts';

/** Rows of other contacts that are counted at most in one table. Ours: enough to see that there are some. */
const COUNTED_MOST = 100;

const BUSY = {
  call: 'A call with this contact is in progress. Erase the contact after it has ended.',
  import: 'The import that brought this contact is still running. Erase the contact after it has ended.',
} as const;

/** What would go, and what stays and why. @throws {Refusal} `not_found`. */
export function previewErasure(deps: Deps, identity: Identity, contactId: number): Promise<ErasurePreview> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const ids = await rows.findWhole(tx, contactId);
    const person = await readPerson(tx, deps.seal, ids);
    const kept = await findKept(tx, ids, dayStillRunning(deps.now()));
    let elsewhere = 0;
    const { texts, phones } = person.alone;
    if (texts.length + phones.length > 0) {
      for (const place of ELSEWHERE) {
        elsewhere += await countTraces(tx, place, person.alone, { ids, most: COUNTED_MOST });
      }
    }
    return {
      erased: countsOf(ERASED_KINDS, await rows.countRows(tx, ids)),
      kept: summaryOf(kept),
      suppressed: person.phones.length + person.emails.length,
      named_elsewhere: elsewhere,
      blocked: await blockedBy(tx, ids, contactId),
    };
  });
}

/**
 * Deletes the contact, and enqueues the job that erases the person. A repeated request returns the same erasure.
 * @throws {Refusal} `not_found`, `conflict` under legal hold, during a call or an import, or for a merged contact.
 */
export function requestErasure(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  reason: string,
): Promise<Erasure> {
  return withAccount(deps.pool, identity, async (tx) => {
    const stored = await requireContact(tx, identity, contactId, true);
    const known = await rows.findOfContact(tx, contactId);
    if (known === null) {
      const blocked = await blockedBy(tx, await rows.findWhole(tx, contactId), contactId);
      if (blocked !== null) throw new Refusal('conflict', blocked);
    }
    const id = known?.id ?? (await begin(deps, tx, { identity, requestId }, { stored, reason }));
    await writeAudit(tx, identity, requestId, {
      action: 'contact.erasure_requested',
      subjectType: 'contact',
      subjectId: contactId,
      detail: { erasure_id: id, repeated: known !== null },
    });
    return toErasure(deps, tx, await requireErasure(tx, id));
  });
}

interface Begun {
  readonly stored: { readonly id: number; readonly number: number; readonly owner_id: number };
  readonly reason: string;
}

async function begin(deps: Deps, tx: Tx, { identity, requestId }: Caller, { stored, reason }: Begun): Promise<number> {
  const { accountId, userId, actorId } = identity;
  const at = deps.now();
  const of = { contactId: stored.id, contactNumber: stored.number, userId, actorId, requestId, at };
  const id = await rows.insertErasure(tx, of);
  await rows.changeErasure(tx, id, { reason: await sealedReason(tx, deps.seal, id, reason) });
  await rows.deleteContact(tx, stored.id, at);
  await deps.jobs.enqueue(tx, 'erasures.run', { accountId, erasureId: id }, String(id));
  await emitContactsChanged(tx, accountId, [stored]);
  return id;
}

async function blockedBy(tx: Tx, ids: readonly number[], contactId: number): Promise<string | null> {
  const refusal = await refusalOf(tx, ids, contactId);
  if (refusal !== null) return refusal;
  const busy = await rows.findBusy(tx, ids);
  return busy === null ? null : BUSY[busy];
}

export function listErasures(deps: Deps, identity: Identity): Promise<Erasure[]> {
  return withAccount(deps.pool, identity, async (tx) => {
    const found: Erasure[] = [];
    for (const row of await rows.findErasures(tx, ERASURES_MOST)) found.push(await toErasure(deps, tx, row));
    return found;
  });
}

/** @throws {Refusal} `not_found` */
export const readErasure = (deps: Deps, identity: Identity, id: number): Promise<Erasure> =>
  withAccount(deps.pool, identity, async (tx) => toErasure(deps, tx, await requireErasure(tx, id)));

/** Returns in clear what a law keeps of an erased person, and logs it. @throws {Refusal} `not_found`. */
export function revealEvidence(deps: Deps, { identity, requestId }: Caller, id: number): Promise<ErasureEvidence> {
  return withAccount(deps.pool, identity, async (tx) => {
    const opened = await openEvidence(tx, deps.seal, await requireErasure(tx, id));
    if (opened === null) throw new Refusal('not_found', 'Nothing is kept of this person.');
    await writeAudit(tx, identity, requestId, { action: 'erasure.revealed', subjectType: 'erasure', subjectId: id });
    return JSON.parse(opened) as ErasureEvidence;
  });
}

async function requireErasure(tx: Tx, id: number): Promise<rows.ErasureRow> {
  const row = await rows.findErasure(tx, id);
  if (row === null) throw new Refusal('not_found', 'Erasure not found.');
  return row;
}

async function toErasure({ seal }: Deps, tx: Tx, row: rows.ErasureRow): Promise<Erasure> {
  // The places of the last step count, and its end.
  const of = ERASURE_STEPS.length + PLACES.length;
  return {
    id: row.id,
    contact_id: row.contact_id,
    contact_number: row.contact_number,
    user: { id: row.user_id, name: row.user ?? '' },
    reason: await openReason(tx, seal, row),
    status: row.status,
    progress: { done: row.status === 'done' ? of : ERASURE_STEPS.indexOf(row.step) + row.cursor, of },
    failure: row.failure,
    erased: countsOf(ERASED_KINDS, row.erased),
    kept: countsOf(KEPT_KINDS, row.kept),
    kept_until: row.kept_until,
    requested_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

type Kinds = typeof ErasedKinds | typeof KeptKinds;

const countsOf = <K extends Kinds[number]>(kinds: readonly K[], counts: rows.Counts): { kind: K; count: number }[] =>
  kinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [{ kind, count }];
  });
