import * as z from 'zod/mini';
import { Instant, KnownVersion, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

/** Maximum characters of a value: as many as a note has, since imports keep columns of notes here. */
export const CAPTURE_MAX_CHARS = 20_000;

export const Capture = z.strictObject({
  label: text(200).check(z.minLength(1, 'Enter a label.')),
  value: text(CAPTURE_MAX_CHARS),
});
export type Capture = z.output<typeof Capture>;

/** Maximum values per contact: as many as a file has columns. */
export const CAPTURES_MAX = 500;

export const DataCapture = z.object({
  /** In the order in which they are shown. */
  captures: z.array(Capture),
  /** Counts changes; 0: nothing was ever written. */
  version: z.int(),
  /** `null`: nothing was ever written. */
  updated_at: z.nullable(Instant),
});
export type DataCapture = z.output<typeof DataCapture>;

const ContactParams = z.strictObject({ id: PathId });

// ---- endpoints -------------------------------------------------------------

export const readDataCapture = endpoint({
  name: 'readDataCapture',
  method: 'GET',
  path: '/v1/contacts/:id/data_capture',
  summary: 'What else is known of a contact: labels and values, in order',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  reply: z.object({ data: DataCapture }),
});

export const updateDataCapture = endpoint({
  name: 'updateDataCapture',
  method: 'PATCH',
  path: '/v1/contacts/:id/data_capture',
  summary: 'Set labels and values; 409 `contact_changed` with what is stored when `version` is not the stored one',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'data_capture.updated',
  params: ContactParams,
  body: z.strictObject({
    captures: z.array(Capture).check(z.maxLength(CAPTURES_MAX, `Use at most ${CAPTURES_MAX}.`)),
    /** The one that was read; 0 when there was none. */
    version: KnownVersion,
  }),
  reply: z.object({ data: DataCapture }),
});
