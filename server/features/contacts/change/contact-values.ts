import type { ContactFields } from '#contract/contacts.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { isEmailAddress } from '#rules/contacts/email-address.ts';
import { readState } from '#rules/places/us-states.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import { readPhoneAndExtension } from '../contact-phone.ts';

/** Fields as a request or a row brings them; an absent one is left as it is. */
export type WrittenValues = { readonly [Field in keyof ContactFields]?: ContactFields[Field] | undefined };

export type ContactValues = { -readonly [Field in keyof ContactFields]?: ContactFields[Field] };

const FIRST_BIRTH_YEAR = 1850;

/**
 * Normalizes input for storage: one clean line each, phone as E.164, states as two letters (an unknown one stays, for
 * `requireState`).
 * @throws {Refusal} `refused` with a message by field.
 */
export function readContactValues(written: WrittenValues, today: string): ContactValues {
  const values = Object.fromEntries(
    Object.entries(written)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, typeof value === 'string' ? cleanLine(value) : value]),
  ) as ContactValues;
  const faults: Record<string, string[]> = {};

  for (const field of ['phone', 'phone_2'] as const) {
    const written = values[field];
    if (written === undefined) continue;
    const read = written ? readPhoneAndExtension(written) : null;
    values[field] = read?.number ?? null;
    values[`${field}_ext`] ??= read?.extension ?? null;
    if (written && read === null) faults[field] = ['Invalid phone number. Use a format like 512-555-0142.'];
  }
  for (const field of ['phone_ext', 'phone_2_ext'] as const) {
    if (values[field] && !/^\d{1,7}$/u.test(values[field])) faults[field] = ['An extension has 1 to 7 digits.'];
    if (values[field] === '') values[field] = null;
  }
  for (const field of ['email', 'email_2'] as const) {
    if (values[field] === undefined) continue;
    values[field] = values[field] || null;
    if (values[field] && !isEmailAddress(values[field])) {
      faults[field] = ['Invalid e-mail address. Use a format like jane@example.com.'];
    }
  }
  if (values.state !== undefined) values.state = readState(values.state) ?? values.state;
  if (values.dob) {
    if (values.dob > today) faults['dob'] = ['The birth date is in the future.'];
    if (Number(values.dob.slice(0, 4)) < FIRST_BIRTH_YEAR)
      faults['dob'] = [`The birth date is before ${FIRST_BIRTH_YEAR}.`];
  }

  if (Object.keys(faults).length > 0) {
    throw new Refusal('refused', Object.values(faults)[0]?.[0] ?? "Some fields can't be saved.", { fields: faults });
  }
  return values;
}

/**
 * A follow-up's time goes with its day: without the day it is cleared.
 * @throws {Refusal} `refused` when there is a time and no day.
 */
export function timeWithDay<Values extends ContactValues>(
  values: Values,
  stored: Pick<ContactFields, 'follow_up_on' | 'follow_up_time'>,
): Values {
  const day = values.follow_up_on === undefined ? stored.follow_up_on : values.follow_up_on;
  if (day !== null) return values;
  if (values.follow_up_time) throw refuseField('follow_up_time', 'Choose the day of the follow-up first.');
  return stored.follow_up_time === null ? values : { ...values, follow_up_time: null };
}

/** @throws {Refusal} `refused` when the state is none; a contact may keep one that was stored before. */
export function requireState({ state }: Pick<ContactValues, 'state'>): void {
  if (state && readState(state) === null) {
    throw refuseField('state', `State “${state}” is unknown. Enter a US state or territory, like TX or Texas.`);
  }
}
