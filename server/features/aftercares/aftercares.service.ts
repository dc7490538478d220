import type { AftercareForm, AftercareStep, FamilyStatus } from '#contract/aftercares.contract.ts';
import { AFTERCARE_PLAN, type DoneSteps, nextStep } from '#rules/aftercares/steps.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { visibilityValues } from '../contacts/contact-visibility.ts';
import { changeValues } from '../contacts/change/change-contact.service.ts';
import { type Caller, type FoundContact, requireContact, requireLiveContact } from '../contacts/contacts.service.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { homeOf } from '../contacts/page/household.service.ts';
import { ownDay } from '../profile/own-day.ts';
import {
  endEnrollments,
  type Enrollment,
  findCoverage,
  findEnrollment,
  insertEnrollment,
  setDone,
} from './aftercares.sql.ts';

/** @throws {Refusal} `not_found`. */
export const familyStatus = (deps: Deps, identity: Identity, id: number): Promise<FamilyStatus> =>
  withAccount(deps.pool, identity, (tx) => statusOf(tx, identity, id));

/**
 * Records that a contact has died and enrolls their family. The family's next step becomes a follow-up with the family
 * member, unless they already have an earlier one.
 * @throws {Refusal} `not_found`, `conflict` when it is deleted or enrolled already, `refused` by field.
 */
export function enroll(deps: Deps, caller: Caller, id: number, form: AftercareForm): Promise<FamilyStatus> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    await lockContacts(tx, [id, form.family_contact_id]);
    const contact = await requireLiveContact(tx, identity, id);
    if ((await findEnrollment(tx, visibilityValues(identity), id)) !== null)
      throw new Refusal('conflict', 'This family is already enrolled in aftercare.');
    if (form.died_on > (await ownDay(deps, tx, identity.userId)))
      throw refuseField('died_on', 'Enter a day in the past.');
    if (contact.dob !== null && form.died_on < contact.dob)
      throw refuseField('died_on', 'Enter a day after their date of birth.');
    const family = await requireFamily(tx, identity, id, form.family_contact_id);
    await changeValues(tx, deps, caller, contact, { died_on: form.died_on, follow_up_on: null });
    await insertEnrollment(tx, identity.accountId, {
      contact_id: id,
      family_contact_id: form.family_contact_id,
      relationship: form.relationship,
      enrolled_by: identity.userId,
      enrolled_at: deps.now(),
    });
    await trace(tx, caller, id, 'aftercare.enrolled', { contact_id: form.family_contact_id });
    await plan(tx, deps, caller, family, { of: { ...contact, died_on: form.died_on }, before: null, done: {} });
    return statusOf(tx, identity, id);
  });
}

/** @throws {Refusal} `not_found`, `conflict` when the family isn't enrolled. */
export function markStep(
  deps: Deps,
  caller: Caller,
  id: number,
  { step, done: isDone }: { readonly step: AftercareStep; readonly done: boolean },
): Promise<FamilyStatus> {
  const { identity } = caller;
  return changeEnrolled(deps, caller, id, async (tx, enrolled) => {
    const { [step]: _before, ...others } = enrolled.enrollment.done;
    const done: DoneSteps = isDone ? { ...others, [step]: await ownDay(deps, tx, identity.userId) } : others;
    await setDone(tx, enrolled.enrollment.id, done);
    await trace(tx, caller, id, 'aftercare.step_marked', { step, done: isDone });
    return done;
  });
}

/** @throws {Refusal} `not_found`, `conflict` when the family isn't enrolled. */
export const withdraw = (deps: Deps, caller: Caller, id: number): Promise<FamilyStatus> =>
  changeEnrolled(deps, caller, id, async (tx, { contact }) => {
    await endEnrollments(tx, id, deps.now());
    await changeValues(tx, deps, caller, contact, { died_on: null });
    await trace(tx, caller, id, 'aftercare.withdrawn', {});
    return null;
  });

interface Enrolled {
  readonly contact: FoundContact & { readonly died_on: string };
  readonly enrollment: Enrollment;
}

/** `work` returns the steps that are done then; `null`: the family is no longer enrolled. */
function changeEnrolled(
  deps: Deps,
  caller: Caller,
  id: number,
  work: (tx: Tx, enrolled: Enrolled) => Promise<DoneSteps | null>,
): Promise<FamilyStatus> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const visibility = visibilityValues(identity);
    await requireContact(tx, identity, id);
    const familyId = (await findEnrollment(tx, visibility, id))?.family?.id;
    await lockContacts(tx, familyId === undefined ? [id] : [id, familyId]);
    const contact = await requireLiveContact(tx, identity, id);
    const enrollment = await findEnrollment(tx, visibility, id);
    const { died_on } = contact;
    if (enrollment === null || died_on === null)
      throw new Refusal('conflict', "This family isn't enrolled in aftercare.");
    const done = await work(tx, { contact: { ...contact, died_on }, enrollment });
    if (familyId !== undefined) {
      const family = await requireContact(tx, identity, familyId);
      await plan(tx, deps, caller, family, { of: { ...contact, died_on }, before: enrollment.done, done });
    }
    return statusOf(tx, identity, id);
  });
}

interface Plan {
  readonly of: Pick<FoundContact, 'first_name' | 'last_name' | 'number'> & { readonly died_on: string };
  /** Steps done so far; `null`: nothing was planned. */
  readonly before: DoneSteps | null;
  /** Steps done now; `null`: nothing is planned any more. */
  readonly done: DoneSteps | null;
}

/** Makes the next step the follow-up with the family member. Any other follow-up stays. */
async function plan(
  tx: Tx,
  deps: Deps,
  caller: Caller,
  family: FoundContact,
  { of, before, done }: Plan,
): Promise<void> {
  if (family.deleted_at !== null) return;
  const name = contactName(of) || `#${of.number}`;
  const noteOf = (steps: DoneSteps | null) => {
    const next = steps === null ? null : nextStep(of.died_on, steps);
    return next === null ? null : { on: next.due_on, note: `Aftercare of ${name}: ${next.label}` };
  };
  const [planned, next] = [noteOf(before), noteOf(done)];
  const isOurs = planned !== null && family.follow_up_note === planned.note;
  const isFree = family.follow_up_on === null || (next !== null && before === null && next.on < family.follow_up_on);
  if (!isOurs && !isFree) return;
  if (next === null && !isOurs) return;
  const values = { follow_up_on: next?.on ?? null, follow_up_time: null, follow_up_note: next?.note ?? '' };
  await changeValues(tx, deps, caller, family, values);
}

async function requireFamily(tx: Tx, identity: Identity, id: number, familyId: number): Promise<FoundContact> {
  if (familyId === id) throw new Refusal('conflict', 'Choose someone else of the family.');
  try {
    const family = await requireLiveContact(tx, identity, familyId);
    if (family.died_on === null) return family;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    throw refuseField('family_contact_id', 'Contact not found.');
  }
  throw refuseField('family_contact_id', 'This contact has died, too. Choose someone else.');
}

const trace = (
  tx: Tx,
  { identity, requestId }: Caller,
  id: number,
  action: string,
  detail: Readonly<Record<string, unknown>>,
) => writeAudit(tx, identity, requestId, { action, subjectType: 'contact', subjectId: id, detail });

async function statusOf(tx: Tx, identity: Identity, id: number): Promise<FamilyStatus> {
  const contact = await requireContact(tx, identity, id);
  const visibility = visibilityValues(identity);
  const enrollment = await findEnrollment(tx, visibility, id);
  const home = await homeOf(tx, identity, id);
  const linked = contact.linked_contact?.id;
  const ids = [...new Set([...(linked === undefined ? [] : [linked]), ...home.map((one) => one.id)])];
  const members = await findCoverage(tx, ids);
  return {
    died_on: contact.died_on,
    enrollment: enrollment && contact.died_on !== null ? toEnrollment(enrollment, contact.died_on) : null,
    members: members.map((one) => ({
      ...one,
      by: [
        ...(one.id === linked ? (['linked'] as const) : []),
        ...(home.find(({ id: at }) => at === one.id)?.reasons ?? []),
      ],
    })),
  };
}

const toEnrollment = (
  { family, relationship, done, enrolled_by, enrolled_at }: Enrollment,
  diedOn: string,
): FamilyStatus['enrollment'] => ({
  family,
  relationship,
  enrolled_by,
  enrolled_at: enrolled_at.toISOString(),
  steps: AFTERCARE_PLAN.map(({ step, label, dueOn }) => ({
    step,
    label,
    due_on: dueOn(diedOn),
    done_on: done[step] ?? null,
  })),
});
