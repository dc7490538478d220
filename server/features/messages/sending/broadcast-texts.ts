import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { tellText } from '../tell-texts.ts';
import { attachCampaignFile } from '../texts.sql.ts';
import { cancelOfBroadcast, insertMarked, type OneOf, releaseHeld, type TextsOf } from './broadcast-texts.sql.ts';

/**
 * Takes texts of a broadcast, marked as on their way: their caller hands them over with `carryMarked` after the commit, and
 * one that is left marked is looked up like any other. The contacts are locked. Returns the texts by contact.
 */
export const takeBroadcastTexts = async (
  tx: Tx,
  of: TextsOf,
  texts: readonly OneOf[],
): Promise<ReadonlyMap<number, number>> => {
  const made = await insertMarked(tx, of, texts);
  if (of.campaignFileId !== null && made.length > 0) {
    await attachCampaignFile(
      tx,
      made.map(({ id }) => id),
      of.campaignFileId,
    );
  }
  return new Map(made.map(({ id, contact_id: contactId }) => [contactId, id]));
};

/** Texts that a pause has held on their way may go. */
export async function releaseTexts(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { accountId, broadcastId }: { readonly accountId: number; readonly broadcastId: number },
): Promise<void> {
  for (const { id } of await releaseHeld(tx, broadcastId)) {
    await tellText(tx, accountId, id);
    await jobs.enqueue(tx, 'texts.send', { accountId, textId: id }, String(id));
  }
}

/** Texts of a broadcast that has ended and that have not left yet never will. */
export async function cancelTexts(
  tx: Tx,
  { accountId, broadcastId }: { readonly accountId: number; readonly broadcastId: number },
  reason: string,
): Promise<void> {
  for (const { id } of await cancelOfBroadcast(tx, broadcastId, reason)) await tellText(tx, accountId, id);
}
