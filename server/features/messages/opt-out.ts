import type { NewConsent } from '../compliance/consents.sql.ts';
import { insertConsents } from '../compliance/consents.sql.ts';
import { insertNumberConsent } from '../compliance/number-consents.sql.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import type { Tx } from '../../db/tx.ts';
import { noteOptOut } from './conversations.sql.ts';
import { tellConversation, tellText } from './tell-texts.ts';
import { cancelWaiting, findContactsWith, lockNumber } from './texts.sql.ts';

export interface TextConsent {
  readonly accountId: number;
  /** E.164. */
  readonly number: string;
  readonly kind: 'given' | 'withdrawn';
  readonly evidence: string;
  /** `null`: a person recorded it, or the carrier knows. */
  readonly textId: number | null;
  readonly source: NewConsent['source'];
  /** `null`: the number itself said it. */
  readonly who: { readonly userId: number; readonly actorId: number } | null;
  readonly at: Date;
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
  { accountId, number, kind, evidence, textId, source, who, at }: TextConsent,
): Promise<ReadonlyMap<number, number>> {
  const [userId, actorId] = [who?.userId ?? null, who?.actorId ?? null];
  await insertNumberConsent(tx, number, { kind, evidence, textId, userId, actorId, at });
  const said = { channel: 'text', kind, source, evidence, expires_on: null, retractsId: null } as const;
  // Welcome again is the person's own word, by which marketing is meant, too; automated texts need it in writing.
  const purpose = kind === 'withdrawn' ? 'any' : 'marketing';
  const made = await insertConsents(
    tx,
    contactIds.map((contactId) => ({ ...said, purpose, contactId, userId, actorId, at, givenAt: at })),
  );
  const canceled = kind === 'withdrawn' ? await cancelWaiting(tx, number, contactIds, 'They opted out of texts.') : [];
  const changed = await noteOptOut(tx, number, contactIds, kind === 'withdrawn' ? at : null);
  for (const { id } of canceled) await tellText(tx, accountId, id);
  for (const { id } of changed) await tellConversation(tx, accountId, id);
  return new Map(made.map(({ id, contact_id: contactId }) => [contactId, id]));
}
