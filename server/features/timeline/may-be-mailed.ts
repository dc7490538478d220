import type { Purpose } from '#contract/compliance.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Seal } from '../../seal.ts';
import { requireReachable } from '../compliance/may-be-reached.ts';
import type { FoundContact } from '../contacts/contacts.service.ts';

/**
 * Requires that a contact may be e-mailed now; returns the address, and records the decision.
 * @throws {Refusal} `refused` with the reason.
 */
export async function requireMailable(
  tx: Tx,
  identity: Identity,
  contact: FoundContact,
  { purpose, at, seal }: { purpose: Purpose; at: Date; seal: Seal },
): Promise<string> {
  const { email, email_status, email_check } = contact;
  if (email === null || email === '') {
    throw new Refusal('refused', 'This contact has no e-mail address. Add one first.');
  }
  if (email_status === 'invalid') {
    throw new Refusal(
      'refused',
      `E-mail to ${email} would bounce. ${email_check} Correct the address, or mark it valid.`,
    );
  }
  await requireReachable(tx, seal, identity, contact, { channel: 'mail', purpose, at });
  return email;
}
