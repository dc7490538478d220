import type { LeadFields } from '#contract/vendor-leads.contract.ts';
import { Refusal } from '../../errors.ts';
import { LIMITS } from '../imports/cells/read-field.ts';
import { readDate, readEmail, readPhone, zipOf } from '../imports/cells/read-cell.ts';
import { WORDS } from '../imports/cells/field-choices.ts';
import { type ContactValues, readContactValues, requireState } from '../contacts/change/contact-values.ts';

type Field = keyof LeadFields;

/** What a field has to look like, for who sends it. */
const FORM: Partial<Record<Field, string>> = {
  phone: 'Send a phone number like 512-555-0142.',
  phone_2: 'Send a phone number like 512-555-0142.',
  email: 'Send an e-mail address like jane@example.com.',
  email_2: 'Send an e-mail address like jane@example.com.',
  dob: 'Send a birth date like 1957-03-14.',
  gender: 'Send male, female or other.',
  language: 'Send english, spanish, french, chinese, korean or german.',
};

/**
 * Values of a contact from what a vendor sent, read like the cells of an import.
 * @throws {Refusal} `refused`, with a message by field of the request.
 */
export function readLead(sent: LeadFields, today: string): ContactValues {
  const faults: Record<string, string[]> = {};
  const values: Record<string, string | null> = {};
  for (const [name, written] of Object.entries(sent) as [Field, string | undefined][]) {
    if (written === undefined || written === '') continue;
    const value = readText(name, written, today);
    if (value === null) faults[`lead.${name}`] = [FORM[name] ?? 'Send a valid value.'];
    else if (value.length > LIMITS[name]) faults[`lead.${name}`] = [`Send at most ${LIMITS[name]} characters.`];
    else values[name] = value;
  }
  const named = ['first_name', 'last_name', 'phone', 'email'].some((name) => sent[name as Field]);
  if (!named) faults['lead.last_name'] = ['Send a name, a phone number or an e-mail address.'];
  if (Object.keys(faults).length > 0) throw refusalOf(faults);
  try {
    const read = readContactValues(values, today);
    requireState(read);
    return read;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refusalOf(
      Object.fromEntries(Object.entries(error.fields).map(([field, messages]) => [`lead.${field}`, [...messages]])),
    );
  }
}

function readText(name: Field, written: string, today: string): string | null {
  switch (name) {
    case 'phone':
    case 'phone_2':
      return readPhone(written);
    case 'email':
    case 'email_2':
      return readEmail(written);
    case 'dob':
      return readDate(written, today);
    case 'zip_code':
      return zipOf(written);
    case 'gender':
    case 'language':
      return WORDS[name]?.[written.toLowerCase()] ?? null;
    default:
      return written;
  }
}

const refusalOf = (faults: Record<string, string[]>) =>
  new Refusal('refused', Object.values(faults)[0]?.[0] ?? 'This lead can’t be saved.', { fields: faults });
