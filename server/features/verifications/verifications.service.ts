import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Body, Query } from '#contract/endpoint.ts';
import {
  type listPhoneVerifications,
  type PhoneVerification,
  type validateMobileSingle,
} from '#contract/verifications.contract.ts';
import { writeAudit } from '../../audit.ts';
import { LookupPostponed } from '../../adapters/numbers/line-lookup.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { readPhone } from '../contacts/contact-phone.ts';
import { type Caller, requireLiveContact } from '../contacts/contacts.service.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { payerOf, pay, requireFunds } from '../wallets/usage.ts';
import { priceOf } from '../wallets/wallets.service.ts';
import { chargeOf, lookUp } from './look-up.ts';
import { requireSource } from './require-source.ts';
import { toVerification } from './to-verification.ts';
import { countVerifications, findVerification, findVerifications, insertVerification } from './verifications.sql.ts';

interface Named {
  readonly contactId: number | null;
  readonly number: string;
}

/** @throws {Refusal} `refused` by field, `not_found`, `conflict` for a deleted contact or one without a number. */
async function numberOf(tx: Tx, identity: Identity, body: Body<typeof validateMobileSingle>): Promise<Named> {
  const { contact_id: contactId, phone_number: written = '' } = body;
  if (contactId !== undefined) {
    const { phone } = await requireLiveContact(tx, identity, contactId, false);
    if (phone === null || phone === '') throw new Refusal('conflict', 'This contact has no phone number.');
    return { contactId, number: phone };
  }
  const number = readPhone(written);
  if (number === null) throw refuseField('phone_number', 'Enter a phone number like 512-555-0142.');
  return { contactId: null, number };
}

/**
 * Looks a number up now.
 * @throws {Refusal} `refused` by field or without enough money, `not_found`, `conflict`, `unavailable` when the source doesn't answer.
 */
export async function verifyOne(
  deps: Deps,
  { identity, requestId }: Caller,
  body: Body<typeof validateMobileSingle>,
): Promise<PhoneVerification> {
  requireSource(deps);
  const amount = priceOf(deps, 'phone_verification');
  const { contactId, number } = await withAccount(deps.pool, identity, async (tx) => {
    const named = await numberOf(tx, identity, body);
    await requireFunds(tx, await payerOf(deps, tx, identity), amount);
    return named;
  });
  const answer = await lookUp(deps.lineLookup, number).catch((error: unknown) => {
    if (!(error instanceof LookupPostponed)) throw error;
    const text = 'The look-up service isn’t answering. Try again in a minute.';
    throw new Refusal('unavailable', text, { retryAfter: 60, cause: error });
  });
  return withAccount(deps.pool, identity, async (tx) => {
    // It may have been deleted, or given away, while its number was looked up.
    if (contactId !== null) await requireLiveContact(tx, identity, contactId);
    const fresh = { contactId, userId: identity.userId, number, answer, chargeCents: chargeOf(answer) };
    const id = await insertVerification(tx, fresh, deps.now());
    await writeAudit(tx, identity, requestId, {
      action: 'phone.verified',
      ...(contactId !== null && { subjectType: 'contact', subjectId: contactId }),
      detail: { verification_id: id, line_type: answer.status === 'done' ? answer.lineType : null },
    });
    const written = toVerification(await findVerification(tx, id, await seenBy(tx, identity)));
    if (fresh.chargeCents !== null) {
      const { userId } = identity;
      const key = `verification:${id}`;
      const usage = {
        usage: 'phone_verification',
        key,
        quantity: 1,
        amount,
        description: 'Phone verification',
        userId,
      } as const;
      await pay(tx, await payerOf(deps, tx, identity), usage, deps.now());
    }
    return written;
  });
}

export function listVerifications(
  deps: Deps,
  identity: Identity,
  { page, limit, q = '', order, order_field: field, run_id: runId }: Query<typeof listPhoneVerifications>,
): Promise<{ data: PhoneVerification[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const filter = { userId: identity.userId, seen: await seenBy(tx, identity), q, runId: runId ?? null };
    const rows = await findVerifications(tx, filter, { field, order, limit, offset: (page - 1) * limit });
    const total = await countVerifications(tx, filter);
    return {
      data: rows.map(toVerification),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit) },
    };
  });
}
