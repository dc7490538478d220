import * as z from 'zod/mini';
import { PathId } from '../_wire.contract.ts';
import { Contact } from '../contacts.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- schemas ---------------------------------------------------------------

const REASON_MAX = 500;

/** Body of placing a hold. */
export const LegalHoldForm = z.strictObject({
  /** Such as the number of a complaint or a case. */
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a reason.'),
      z.maxLength(REASON_MAX, `Use at most ${REASON_MAX} characters.`),
    ),
});

const about = {
  path: '/v1/contacts/:id/legal_hold',
  effect: 'write',
  access: 'compliance.manage',
  idempotent: true,
  rate: 'write',
  params: z.strictObject({ id: PathId }),
  reply: z.object({ data: Contact }),
} as const;

// ---- endpoints -------------------------------------------------------------

export const placeLegalHold = endpoint({
  ...about,
  name: 'placeLegalHold',
  method: 'PUT',
  summary: 'Place a legal hold: until it is lifted, the contact and its files are not deleted',
  audit: 'contact.held',
  body: LegalHoldForm,
});

export const liftLegalHold = endpoint({
  ...about,
  name: 'liftLegalHold',
  method: 'DELETE',
  summary: 'Lift the legal hold of a contact',
  sudo: true,
  audit: 'contact.released',
});
