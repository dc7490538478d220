import { formatPhone } from '#rules/phone/phone-number.ts';
import type { MergeValues } from '#rules/contacts/merge-fields.ts';
import { fillFields } from '#rules/messages/fill-fields.ts';
import type { SequenceContent } from '#contract/sequences.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { Tx } from '../../db/tx.ts';
import { mergeValues } from '../printing/pieces.ts';
import { findWriter } from '../printing/prints.service.ts';

/** A contact as the engine reaches it. */
export interface ReachedContact {
  readonly id: number;
  readonly number: number;
  readonly owner_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly email_status: string;
  readonly died_on: string | null;
  readonly deleted_at: Date | null;
  /** False: the owner was deactivated. */
  readonly has_owner: boolean;
  /** Zone of the owner. */
  readonly zone: string;
}

type Found = Omit<ReachedContact, 'zone'> & { readonly timezone: keyof typeof IANA_ZONES };

export async function findReached(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, ReachedContact>> {
  const rows = await tx.raw<Found>(
    `select c.id, c.number, c.owner_id, c.first_name, c.last_name, c.company, c.address, c.city, c.state, c.zip_code, c.phone, c.email,
       c.email_status, c.died_on, c.deleted_at, u.active as has_owner, u.timezone
     from contacts c join users u on u.id = c.owner_id where c.id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ timezone, ...row }) => [row.id, { ...row, zone: IANA_ZONES[timezone] }]));
}

/** Values of merge fields, as a user writes to the contact. `from`: the number of a text. */
export async function valuesOf(
  tx: Tx,
  contact: ReachedContact,
  { userId, from, at }: { readonly userId: number; readonly from: string; readonly at: Date },
): Promise<MergeValues> {
  const whole = { position: 1, seen: true, deleted: false, household_key: null };
  const recipient = { ...contact, ...whole, phone: contact.phone ?? '', email: contact.email ?? '' };
  const values = mergeValues(recipient, await findWriter(tx, userId), at);
  return from === '' ? values : { ...values, my_phone: formatPhone(from) };
}

/** What is chosen by a condition may be empty: its author has thought of it. */
const CONDITIONAL = /\{%-?\s*(if|unless|case)\b[\s\S]*?\{%-?\s*end\1\s*-?%\}/g;

/** Labels of the fields that a part shows and the contact lacks. */
export function emptyFields(
  { subject, body }: SequenceContent['parts'][number],
  values: MergeValues,
): readonly string[] {
  return fillFields(`${subject} ${body}`.replaceAll(CONDITIONAL, ''), values).empty;
}
