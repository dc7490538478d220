import * as z from 'zod/mini';
import { Instant, KnownVersion, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

export const Prescription = z.strictObject({
  drug: text(120).check(z.minLength(1, 'Enter the drug.')),
  dosage: text(60),
  frequency: text(60),
  quantity: text(40),
  pharmacy: text(120),
  prescriber: text(120),
  notes: text(500),
});
export type Prescription = z.output<typeof Prescription>;

/** Maximum prescriptions per contact. Our choice: three times what anyone takes. */
export const PRESCRIPTIONS_MAX = 60;

const RxState = z.object({
  /** Total count. */
  count: z.int(),
  /** Counts changes; 0: nothing was ever written. */
  version: z.int(),
  /** `null`: nothing was ever written. */
  updated_at: z.nullable(Instant),
});

/** Prescriptions with nothing in clear but the first letter of each drug. */
export const RxDetails = z.extend(RxState, { masked: z.array(z.string()) });
export type RxDetails = z.output<typeof RxDetails>;

const ContactParams = z.strictObject({ id: PathId });

// ---- endpoints -------------------------------------------------------------

export const readRxDetails = endpoint({
  name: 'readRxDetails',
  method: 'GET',
  path: '/v1/contacts/:id/rx_details',
  summary: 'How many prescriptions a contact has, masked; `rx_details/reveal` shows them',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  reply: z.object({ data: RxDetails }),
});

export const updateRxDetails = endpoint({
  name: 'updateRxDetails',
  method: 'PATCH',
  path: '/v1/contacts/:id/rx_details',
  summary: 'Set the prescriptions of a contact; 409 `contact_changed` when `version` is not the stored one',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'rx_details.updated',
  params: ContactParams,
  body: z.strictObject({
    prescriptions: z.array(Prescription).check(z.maxLength(PRESCRIPTIONS_MAX, `Use at most ${PRESCRIPTIONS_MAX}.`)),
    /** The one that was read; 0 when there was none. */
    version: KnownVersion,
  }),
  reply: z.object({ data: RxDetails }),
});

export const revealRxDetails = endpoint({
  name: 'revealRxDetails',
  method: 'POST',
  path: '/v1/contacts/:id/rx_details/reveal',
  summary: 'The prescriptions of a contact in clear',
  effect: 'write',
  access: 'contacts.reveal',
  idempotent: false,
  rate: 'reveal',
  audit: 'contact.revealed',
  params: ContactParams,
  reply: z.object({ data: z.extend(RxState, { prescriptions: z.array(Prescription) }) }),
});
