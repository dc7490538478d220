import type { Tx } from '../../db/tx.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { identityOf } from '../bulk/caller.ts';
import { sharingGate } from '../compliance/sharing-gate.ts';
import type { Judging } from './judge.sql.ts';
import type { AttemptRow } from './transfer-attempt.ts';
import { findCallers } from './transfer-attempts.sql.ts';
import { findTargets, type Giver, type Target } from './transfer-targets.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

/**
 * Returns the new owners, in order.
 * @throws {Refusal} `refused` when one of them doesn't exist, can't sign in, or is out of reach.
 */
export async function requireTargets(tx: Tx, giver: Giver, ids: readonly number[]): Promise<void> {
  const wanted = new Set(ids);
  if (wanted.size < ids.length) throw refuseField('to_user_ids', 'Choose each user only once.');
  const found = await findTargets(tx, giver, ids);
  if (found.length === wanted.size) return;
  const message =
    wanted.size === 1
      ? "You can't transfer contacts to this user. Choose yourself, someone in your downline, or your manager."
      : "You can't transfer contacts to one of these users. Choose yourself, your downline, or your manager.";
  throw refuseField('to_user_ids', message);
}

/** Current criteria of a transfer. */
export async function judgingOf(
  tx: Tx,
  giver: Identity,
  { toUserIds, attested, at }: { readonly toUserIds: readonly number[]; readonly attested: boolean; readonly at: Date },
): Promise<Judging> {
  const there = new Map<number, Target>((await findTargets(tx, giver, toUserIds)).map((target) => [target.id, target]));
  return {
    seen: await seenBy(tx, giver),
    turns: toUserIds.map((id) => ({ id, unit_id: there.get(id)?.unit_id ?? 0, there: there.has(id) })),
    gate: await sharingGate(tx, at),
    attested,
  };
}

/**
 * Current identity of a transfer's or revert's owner, limited to the rights of the user who signed in.
 * @throws {Refusal} `access_denied` when they may not transfer contacts any more.
 */
export async function requireCaller(tx: Tx, attempt: AttemptRow, of: 'transfer' | 'revert'): Promise<Identity> {
  const caller = identityOf(attempt, await findCallers(tx, attempt.id, of));
  if (!caller.permissions.includes('contacts.transfer')) {
    throw new Refusal('access_denied', 'The user who requested this no longer has permission.');
  }
  return caller;
}
