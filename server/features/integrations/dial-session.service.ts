import type { DialSession } from '#contract/integrations.contract.ts';
import { groupedSentence } from '#rules/compliance/contactability-words.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { writeAudit } from '../../audit.ts';
import { RemoteFault } from '../../adapters/calendars/calendar-port.ts';
import { openDialSession } from '../../adapters/calendars/phone-burner.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Caller } from '../../resource/table.ts';
import { mayEachBeReached, recordDecisions } from '../compliance/may-be-reached.ts';
import { type FoundContact, requireContact } from '../contacts/contacts.service.ts';
import { bearerOf } from './grants.ts';
import { requireOne } from './integrations.service.ts';

/** Contacts that the caller sees, deleted ones too. @throws {Refusal} `refused` under `contact_ids`. */
async function seenContacts(tx: Tx, { identity }: Caller, ids: readonly number[]): Promise<FoundContact[]> {
  const found: FoundContact[] = [];
  for (const id of new Set(ids)) {
    const contact = await requireContact(tx, identity, id).catch((error: unknown) => {
      if (error instanceof Refusal) throw refuseField('contact_ids', error.message);
      throw error;
    });
    found.push(contact);
  }
  return found;
}

/**
 * Starts a dial session with those contacts that may be called for marketing right now. The others are left out and
 * counted by reason; who is dialed is recorded with the rule that allowed it.
 * @throws {Refusal} `not_found`, `refused` under `contact_ids`, `conflict` for another integration and when no contact may
 * be called, `unavailable`.
 */
export async function startSession(
  deps: Deps,
  caller: Caller,
  id: number,
  ids: readonly number[],
): Promise<DialSession> {
  const { identity, requestId } = caller;
  const { row, allowed, deleted, leftOut } = await withAccount(deps.pool, identity, async (tx) => {
    const one = await requireOne(tx, identity, id);
    if (one.type !== 'phone_burner') throw new Refusal('conflict', 'Dial sessions are of PhoneBurner.');
    if (one.status === 'needs_you') throw new Refusal('conflict', 'PhoneBurner needs you to sign in again.');
    const seen = await seenContacts(tx, caller, ids);
    const contacts = seen.filter(({ deleted_at: at }) => at === null);
    const asked = { channel: 'call', purpose: 'marketing', at: deps.now() } as const;
    const decisions = await mayEachBeReached(tx, deps.seal, contacts, asked);
    const decided = contacts.flatMap((contact, place) => {
      const decision = decisions[place];
      return decision === undefined ? [] : [{ contact, decision }];
    });
    return {
      row: one,
      allowed: decided.filter(({ decision }) => decision.allowed),
      deleted: seen.length - contacts.length,
      leftOut: Map.groupBy(
        decided.filter(({ decision }) => !decision.allowed),
        ({ decision }) => groupedSentence(decision),
      ),
    };
  });
  const reasons = [...leftOut].map(([reason, those]) => ({ reason, count: those.length }));
  if (deleted > 0) reasons.push({ reason: 'Deleted.', count: deleted });
  if (allowed.length === 0) {
    const why = reasons
      .map(({ reason, count }) => ` ${formatCounted(count, 'contact', 'contacts')}: ${reason}`)
      .join('');
    const message = `None of these contacts may be called now.${why}`;
    throw new Refusal('conflict', message, { fields: { contact_ids: [message] } });
  }
  const client = deps.config.integrations.clients.phone_burner;
  if (client === null) throw new Refusal('conflict', "PhoneBurner isn't set up on this server.");
  const dialed = allowed.map(({ contact }) => ({
    id: contact.id,
    firstName: contact.first_name,
    lastName: contact.last_name,
    phone: contact.phone ?? '',
    email: contact.email ?? '',
  }));
  const url = await dialing(async () => {
    const bearer = await bearerOf(deps, row);
    return openDialSession(client.apiUrl, bearer, dialed).catch(async (error: unknown) => {
      if (!(error instanceof RemoteFault) || error.kind !== 'token_expired') throw error;
      return openDialSession(client.apiUrl, await bearerOf(deps, row, bearer), dialed);
    });
  });
  await withAccount(deps.pool, identity, async (tx) => {
    await recordDecisions(
      tx,
      identity,
      allowed.map(({ contact, decision }) => ({ contactId: contact.id, decision })),
    );
    await writeAudit(tx, identity, requestId, {
      action: 'authorization.dial_session_started',
      subjectType: 'authorization',
      subjectId: id,
      detail: { contacts: allowed.length, left_out: reasons },
    });
  });
  return { url, contacts: allowed.length, left_out: reasons };
}

/** @throws {Refusal} in place of a fault of PhoneBurner. */
async function dialing(work: () => Promise<string>): Promise<string> {
  try {
    const url = await work();
    // The page opens it: an address of another kind never leaves the server.
    if (!/^https?:\/\//.test(url)) throw new RemoteFault('away', "An answer that can't be read.");
    return url;
  } catch (error) {
    if (!(error instanceof RemoteFault)) throw error;
    if (error.kind === 'grant_gone' || error.kind === 'token_expired')
      throw new Refusal('conflict', 'PhoneBurner needs you to sign in again.', { cause: error });
    if (error.kind === 'refused')
      throw new Refusal('conflict', `PhoneBurner refused: ${error.message}`, { cause: error });
    throw new Refusal('unavailable', "PhoneBurner isn't responding. Try again in a minute.", {
      retryAfter: Math.ceil((error.retryAfterMs ?? 60_000) / 1_000),
      cause: error,
    });
  }
}
