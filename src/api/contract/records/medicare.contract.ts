import * as z from 'zod/mini';
import { Instant, PathId, PlainDate } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Maximum characters. Our choice: twice the file of a person with ten years of claims. */
export const MEDICARE_TEXT_MAX = 2_000_000;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

/** Medicare's data about a contact, apart from their identity. */
export const MedicareFacts = z.object({
  part_a_on: z.nullable(PlainDate),
  part_b_on: z.nullable(PlainDate),
  plan_name: text(160),
  plan_id: text(40),
  plan_type: text(120),
  /** First day of the plan. */
  plan_from: z.nullable(PlainDate),
});
export type MedicareFacts = z.output<typeof MedicareFacts>;

/** Fields that an import of Medicare data may fill, in display order. */
export const MEDICARE_FIELDS = [
  'first_name',
  'last_name',
  'dob',
  'address',
  'city',
  'state',
  'zip_code',
  'phone',
  'email',
  'medicare_number',
  'part_a_on',
  'part_b_on',
  'plan_name',
  'plan_id',
  'plan_type',
  'plan_from',
] as const;
export type MedicareField = (typeof MEDICARE_FIELDS)[number];

const ContactParams = z.strictObject({ id: PathId });

const Found = z.strictObject({
  first_name: z.optional(text(100)),
  last_name: z.optional(text(100)),
  dob: z.optional(PlainDate),
  address: z.optional(text(200)),
  city: z.optional(text(100)),
  state: z.optional(text(40)),
  zip_code: z.optional(text(12)),
  phone: z.optional(text(40)),
  email: z.optional(text(254)),
  medicare_number: z.optional(text(40)),
  part_a_on: z.optional(PlainDate),
  part_b_on: z.optional(PlainDate),
  plan_name: z.optional(text(160)),
  plan_id: z.optional(text(40)),
  plan_type: z.optional(text(120)),
  plan_from: z.optional(PlainDate),
});
/** Absent: not known. */
export type MedicareFound = z.output<typeof Found>;

export const MedicareImported = z.object({
  /** Fields that were empty, or were named in `overwrite`, and hold the new value now. */
  filled: z.array(z.enum(MEDICARE_FIELDS)),
  /** Fields that held the same already. */
  same: z.array(z.enum(MEDICARE_FIELDS)),
  /** Fields with a different existing value, which was kept. Sensitive numbers are masked. */
  differing: z.array(z.object({ field: z.enum(MEDICARE_FIELDS), stored: z.string(), found: z.string() })),
  /** Fields whose value couldn't be read, with the reason. */
  refused: z.array(z.object({ field: z.enum(MEDICARE_FIELDS), reason: z.string() })),
  /** Distinct labels that weren't understood; never their values. */
  not_understood: z.array(z.string()),
});
export type MedicareImported = z.output<typeof MedicareImported>;

// ---- endpoints -------------------------------------------------------------

export const importMedicare = endpoint({
  name: 'importMedicare',
  method: 'PUT',
  path: '/v1/contacts/:id/medicare_import_contact',
  summary: "Fill a contact from what Medicare knows: fields, or the text of Medicare's Blue Button file",
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'medicare.imported',
  params: ContactParams,
  body: z.strictObject({
    ...Found.shape,
    /** The file from "Download my data" on Medicare.gov; fields sent with it take precedence. */
    text: z.optional(z.string().check(z.maxLength(MEDICARE_TEXT_MAX, 'This file is too large.'))),
    /** Fields that may replace what is stored. */
    overwrite: z.optional(z.array(z.enum(MEDICARE_FIELDS)).check(z.maxLength(MEDICARE_FIELDS.length))),
  }),
  reply: z.object({ data: MedicareImported }),
});

export const readMedicare = endpoint({
  name: 'readMedicare',
  method: 'GET',
  path: '/v1/contacts/:id/medicare_import_contact/read',
  summary: 'What Medicare knows of a contact: parts and plan',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  reply: z.object({
    data: z.extend(MedicareFacts, {
      /** Time of the last import, or `null`. */
      imported_at: z.nullable(Instant),
    }),
  }),
});
