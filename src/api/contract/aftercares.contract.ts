import * as z from 'zod/mini';
import { Id, Instant, PathId, PlainDate } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

export const RELATIONSHIPS = ['spouse', 'child', 'parent', 'sibling', 'friend', 'other'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];
export const AFTERCARE_STEPS = ['card', 'call', 'paperwork', 'check_in', 'anniversary'] as const;
export type AftercareStep = (typeof AFTERCARE_STEPS)[number];

// ---- schemas ---------------------------------------------------------------

/** Body of an enrollment. */
export const AftercareForm = z.strictObject({
  died_on: PlainDate,
  /** The contact who hears from the agency. */
  family_contact_id: Id,
  relationship: z.enum(RELATIONSHIPS),
});
export type AftercareForm = z.output<typeof AftercareForm>;

const Person = z.object({ id: Id, number: Id, name: z.string() });

const FamilyMember = z.extend(Person, {
  /** What connects them: the link between contacts, or what they share. */
  by: z.array(z.enum(['linked', 'address', 'phone'])),
  /** They have an active life, final expense or pre-need policy here. */
  is_covered: z.boolean(),
});
export type FamilyMember = z.output<typeof FamilyMember>;

export const FamilyStatus = z.object({
  /** `null`: alive. */
  died_on: z.nullable(PlainDate),
  /** `null`: the family isn't enrolled. */
  enrollment: z.nullable(
    z.object({
      /** `null`: a contact that the caller can't see. */
      family: z.nullable(Person),
      relationship: z.enum(RELATIONSHIPS),
      enrolled_by: z.string(),
      enrolled_at: Instant,
      steps: z.array(
        z.object({
          step: z.enum(AFTERCARE_STEPS),
          label: z.string(),
          due_on: PlainDate,
          /** `null`: not yet. */
          done_on: z.nullable(PlainDate),
        }),
      ),
    }),
  ),
  /** Contacts of the family that the caller sees. */
  members: z.array(FamilyMember),
});
export type FamilyStatus = z.output<typeof FamilyStatus>;

const write = {
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  params: z.strictObject({ id: PathId }),
  reply: z.object({ data: FamilyStatus }),
} as const;

// ---- endpoints -------------------------------------------------------------

export const enrollInAftercare = endpoint({
  ...write,
  name: 'enrollInAftercare',
  method: 'POST',
  path: '/v1/aftercares/:id/enroll',
  summary: 'Record that a contact has died, and enroll their family in aftercare',
  audit: 'aftercare.enrolled',
  body: AftercareForm,
});

export const readFamilyStatus = endpoint({
  name: 'readFamilyStatus',
  method: 'GET',
  path: '/v1/aftercares/:id/family_status',
  summary: "A contact's family: who belongs to it, who has coverage, and where its aftercare stands",
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: z.strictObject({ id: PathId }),
  reply: z.object({ data: FamilyStatus }),
});

/** Not among the 404 specified calls. */
export const markAftercareStep = endpoint({
  ...write,
  name: 'markAftercareStep',
  method: 'POST',
  path: '/v1/aftercares/:id/mark_step',
  summary: 'Mark a step of aftercare as done, or as open again',
  audit: 'aftercare.step_marked',
  body: z.strictObject({ step: z.enum(AFTERCARE_STEPS), done: z.boolean() }),
});

/** Not among the 404 specified calls. */
export const withdrawFromAftercare = endpoint({
  ...write,
  name: 'withdrawFromAftercare',
  method: 'POST',
  path: '/v1/aftercares/:id/withdraw',
  summary: 'Undo an enrollment that was made in error: the contact is alive',
  audit: 'aftercare.withdrawn',
});
