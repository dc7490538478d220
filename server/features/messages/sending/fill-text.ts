import { contactName } from '#rules/contacts/contact-name.ts';
import type { MergeField } from '#rules/contacts/merge-fields.ts';
import { fillFields, hasFields } from '#rules/messages/fill-fields.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import type { FoundContact } from '../../contacts/contacts.service.ts';
import { ownNumbers } from '../own-numbers.ts';

/** Author of a text. */
export interface TextWriter {
  readonly name: string;
  readonly email: string;
  readonly timezone: CurrentUser['timezone'];
  /** The number they text from; empty: none. */
  readonly number: string;
}

export async function findTextWriter(tx: Tx, userId: number): Promise<TextWriter> {
  const [writer] = await tx.raw<Omit<TextWriter, 'number'>>(
    `select trim(first_name || ' ' || last_name) as name, email, timezone from users where id = $1`,
    [userId],
  );
  const [usual] = await ownNumbers(tx, userId);
  return { ...(writer ?? { name: '', email: '', timezone: 'est' }), number: usual?.number ?? '' };
}

type Named = Pick<
  FoundContact,
  'first_name' | 'last_name' | 'company' | 'address' | 'city' | 'state' | 'zip_code' | 'phone' | 'email'
>;

/** Values of the fields of a text; those of the contact are absent without one. */
export const textValues = (
  writer: TextWriter,
  contact: Named | null,
  at: Date,
): Readonly<Partial<Record<MergeField, string>>> => ({
  ...(contact !== null && {
    first_name: contact.first_name,
    last_name: contact.last_name,
    full_name: contactName(contact),
    company: contact.company,
    address: contact.address,
    city: contact.city,
    state: contact.state,
    zip_code: contact.zip_code,
    phone: formatPhone(contact.phone ?? ''),
    email: contact.email ?? '',
  }),
  today: at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: IANA_ZONES[writer.timezone] }),
  my_name: writer.name,
  my_phone: formatPhone(writer.number),
  my_email: writer.email,
});

/**
 * A text with its fields filled.
 * @throws {Refusal} `refused` when a field is empty or unknown: such a text never leaves.
 */
export async function fillText(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  { userId }: Pick<Identity, 'userId'>,
  contact: FoundContact | null,
  text: string,
): Promise<string> {
  if (!hasFields(text)) return text;
  const values = textValues(await findTextWriter(tx, userId), contact, now());
  const { text: filled, empty, unknown } = fillFields(text, values);
  const [strange] = unknown;
  if (strange !== undefined) throw refuseField('message_content', `Unknown field “${strange}”.`);
  if (empty.length > 0) {
    const who = contact === null ? 'without a contact' : 'for this contact';
    throw refuseField('message_content', `Empty ${who}: ${empty.join(', ')}. Fill it in, or remove the field.`);
  }
  return filled;
}
