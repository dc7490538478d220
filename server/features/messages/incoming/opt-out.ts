import { insertNumberConsent, recordTextSaid, type TextSaid } from '../../compliance/opt-outs.service.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import type { Tx } from '../../../db/tx.ts';
import { noteOptOut } from '../conversations/conversations.sql.ts';
import { tellThreads } from '../tell-lines.ts';
import { tellConversation, tellText } from '../tell-texts.ts';
import { noteOptedOut } from '../sending/broadcast-texts.sql.ts';
import { cancelWaiting, findContactsWith, lockNumber } from '../texts.sql.ts';

export interface TextConsent extends TextSaid {
  readonly accountId: number;
  /** E.164. */
  readonly number: string;
  /** `null`: a person recorded it, or the carrier knows. */
  readonly textId: number | null;
}

/** The number and everyone who has it, locked in this order before anything else of them. Returns their ids. */
export async function lockOwnersOf(tx: Tx, number: string, others: readonly number[] = []): Promise<number[]> {
  await lockNumber(tx, number);
  const ids = await findContactsWith(tx, number);
  await lockContacts(tx, [...new Set([...ids, ...others])]);
  return ids;
}

/**
 * Records an opt-out of texts, or that texts are welcome again: of the number, so that it counts for later owners, and
 * of all current ones. Texts that have not left are canceled. The caller has locked the owners.
 * Returns the entries by contact.
 */
export async function recordTextConsent(
  tx: Tx,
  contactIds: readonly number[],
  { accountId, number, textId, ...said }: TextConsent,
): Promise<ReadonlyMap<number, number>> {
  const { kind, evidence, who, at } = said;
  const by = { userId: who?.userId ?? null, actorId: who?.actorId ?? null };
  await insertNumberConsent(tx, number, { kind, evidence, textId, ...by, at });
  const entries = await recordTextSaid(tx, contactIds, said);
  const canceled = kind === 'withdrawn' ? await cancelWaiting(tx, number, contactIds, 'They opted out of texts.') : [];
  if (canceled.length > 0) {
    await noteOptedOut(
      tx,
      canceled.map(({ id }) => id),
    );
  }
  const changed = await noteOptOut(tx, number, contactIds, kind === 'withdrawn' ? at : null);
  for (const { id } of canceled) await tellText(tx, accountId, id);
  for (const { id } of changed) await tellConversation(tx, accountId, id);
  await tellThreads(tx, accountId, contactIds);
  return entries;
}
