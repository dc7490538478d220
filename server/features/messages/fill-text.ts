import { contactName } from '#rules/contacts/contact-name.ts';
import { fillFields, hasFields } from '#rules/messages/fill-fields.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { FoundContact } from '../contacts/contacts.service.ts';
import { ownNumbers } from './own-numbers.ts';

interface Writer {
  readonly name: string;
  readonly email: string;
  readonly timezone: CurrentUser['timezone'];
}

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
  const [writer] = await tx.raw<Writer>(
    `select trim(first_name || ' ' || last_name) as name, email, timezone from users where id = $1`,
    [userId],
  );
  const [usual] = await ownNumbers(tx, userId);
  const day = { dateStyle: 'long', timeZone: IANA_ZONES[writer?.timezone ?? 'est'] } as const;
  const {
    text: filled,
    empty,
    unknown,
  } = fillFields(text, {
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
    today: now().toLocaleDateString('en-US', day),
    my_name: writer?.name ?? '',
    my_phone: formatPhone(usual?.number ?? ''),
    my_email: writer?.email ?? '',
  });
  const [strange] = unknown;
  if (strange !== undefined) throw refuseField('message_content', `Unknown field “${strange}”.`);
  if (empty.length > 0) {
    const who = contact === null ? 'without a contact' : 'for this contact';
    throw refuseField('message_content', `Empty ${who}: ${empty.join(', ')}. Fill it in, or remove the field.`);
  }
  return filled;
}
