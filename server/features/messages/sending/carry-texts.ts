import { TextPostponed, TextRefused } from '../../../adapters/texts/text-line.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import { mayEachBeReachedUntil, recordDecisions } from '../../compliance/may-be-reached.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import {
  type CarryUse,
  keptChange,
  noteCarrierOptOut,
  stopChange,
  takenChange,
  toSend,
  UNCONFIRMED,
  validFor,
} from './carry-text.ts';
import { reachedBy } from './reached-by.ts';
import { tellTexts } from '../tell-texts.ts';
import {
  changeTexts,
  findBroadcastStatus,
  findPlacesOfTexts,
  findReached,
  lockNumbers,
  lockTexts,
} from './broadcast-texts.sql.ts';
import type { TextChange, TextRow } from '../texts.sql.ts';

interface Marked {
  readonly accountId: number;
  readonly broadcastId: number;
  readonly textIds: readonly number[];
  /** When they were marked; one that was marked again since is left to who did. */
  readonly claimedAt: Date;
}

interface Carried {
  /** The carrier takes nothing at the moment. */
  readonly isBusy: boolean;
  /** Texts whose people have opted out at the carrier. */
  readonly optedOut: readonly number[];
}

/**
 * Hands texts of a broadcast that are marked to the carrier, as `carryText` does one: all their numbers and contacts are locked
 * while they are asked about and the carrier takes them, side by side. True: the carrier is busy.
 * @throws when a statement fails; the texts stay marked, and are looked up before they could be sent again.
 */
export async function carryMarked(use: CarryUse, marked: Marked): Promise<boolean> {
  const { accountId, textIds } = marked;
  if (textIds.length === 0) return false;
  const { isBusy, optedOut } = await withAccount(use.pool, { accountId }, (tx) => carry(use, tx, marked));
  for (const textId of optedOut) await noteCarrierOptOut(use, { accountId, textId });
  return isBusy;
}

async function carry(use: CarryUse, tx: Tx, marked: Marked): Promise<Carried> {
  const texts = await lockMarked(tx, marked);
  const at = use.now();
  const changes = new Map<number, TextChange>();
  const status = await findBroadcastStatus(tx, marked.broadcastId);
  if (status !== 'sending') {
    for (const { id } of texts) changes.set(id, keptChange(status));
    await settle(tx, marked, texts, changes);
    return { isBusy: false, optedOut: [] };
  }
  const contacts = new Map((await findReached(tx, texts)).map((contact) => [contact.id, contact]));
  const there = texts.filter((text) => {
    const contact = contacts.get(text.contact_id ?? 0);
    const gone =
      contact === undefined || contact.is_deleted
        ? 'Not sent. This contact was deleted.'
        : [contact.phone, contact.phone_2].includes(text.to_number)
          ? null
          : 'Not sent. This contact has another number now.';
    if (gone !== null) changes.set(text.id, { status: 'canceled', reason: gone, claimed_at: null });
    return gone === null;
  });
  const reached = there.map((text) => reachedBy(contacts.get(text.contact_id ?? 0) ?? null, text.to_number));
  const decided = await mayEachBeReachedUntil(tx, use.seal, reached, {
    channel: 'text',
    purpose: 'automated',
    at,
    besides: { textIds: marked.textIds },
  });
  await keepDecisions(
    tx,
    there,
    decided.map(({ decision }) => decision),
  );
  const optedOut: number[] = [];
  let isBusy = false;
  const send = async (text: TextRow, { decision, until }: (typeof decided)[number]): Promise<void> => {
    if (!decision.allowed) {
      changes.set(text.id, stopChange(decision, text));
      return;
    }
    try {
      const taken = await use.textLine.send(tx, { ...toSend(use, text, at), validForS: validFor(until, at) });
      changes.set(text.id, { ...takenChange(taken, at), decision });
    } catch (error) {
      if (error instanceof TextRefused) {
        changes.set(text.id, { status: 'failed', reason: error.reason, error_code: error.code, decision });
        if (error.optedOut) optedOut.push(text.id);
      } else if (error instanceof TextPostponed) {
        isBusy = true;
        const reason = 'The carrier is busy. It goes out as soon as possible.';
        changes.set(text.id, { status: 'queued', reason, claimed_at: null });
      } else {
        // An error of the database rolls all of this back; the texts stay marked, and are looked up.
        use.log.warn({ err: error, text: text.id }, 'the answer of a carrier was lost');
        changes.set(text.id, { status: 'unconfirmed', reason: UNCONFIRMED, decision });
      }
    }
  };
  const pairs = there.flatMap((text, place) => {
    const one = decided[place];
    return one === undefined ? [] : [{ text, one }];
  });
  // Simulated phones take texts within this very transaction, one statement after the other.
  if (use.textLine.name === 'embedded') for (const { text, one } of pairs) await send(text, one);
  else await Promise.all(pairs.map(({ text, one }) => send(text, one)));
  await settle(tx, marked, texts, changes);
  return { isBusy, optedOut };
}

/** The texts that are still marked by that, locked with their numbers and contacts. */
async function lockMarked(tx: Tx, { textIds, claimedAt }: Marked): Promise<TextRow[]> {
  const places = await findPlacesOfTexts(tx, textIds);
  await lockNumbers(tx, [...new Set(places.map(({ to_number: number }) => number))].toSorted());
  await lockContacts(tx, [...new Set(places.flatMap(({ contact_id: id }) => id ?? []))]);
  const contactOf = new Map(places.map(({ id, contact_id: contactId }) => [id, contactId]));
  return (await lockTexts(tx, textIds)).filter(
    ({ id, status, claimed_at: claimed, contact_id: contactId }) =>
      status === 'sending' && claimed?.getTime() === claimedAt.getTime() && contactOf.get(id) === contactId,
  );
}

async function keepDecisions(tx: Tx, texts: readonly TextRow[], decisions: readonly Decision[]): Promise<void> {
  const [first] = texts;
  if (first === undefined || first.user_id === null) return;
  const who = { userId: first.user_id, actorId: first.actor_id ?? first.user_id };
  const decided = texts.flatMap(({ contact_id: contactId }, place) => {
    const decision = decisions[place];
    return contactId === null || decision === undefined ? [] : [{ contactId, decision }];
  });
  await recordDecisions(tx, who, decided);
}

async function settle(
  tx: Tx,
  { accountId }: Marked,
  texts: readonly TextRow[],
  changes: ReadonlyMap<number, TextChange>,
): Promise<void> {
  await changeTexts(tx, texts, changes);
  await tellTexts(
    tx,
    accountId,
    texts.map(({ id }) => id),
  );
}
