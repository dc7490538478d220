import { judge, type PersonFacts } from '#rules/contacts/duplicates.ts';
import type { Tx } from '../../db/tx.ts';

/** What is known of someone who asks, or whom a vendor names. */
export interface NamedPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

export interface KnownPerson extends NamedPerson {
  readonly id: number;
  readonly number: number;
  readonly owner_id: number;
  readonly phone_2: string | null;
  readonly email_2: string | null;
  readonly dob: string | null;
}

/** Contacts with this number or address, the last touched first. */
const findCandidates = (tx: Tx, { phone, email }: NamedPerson, ownerId: number | null): Promise<KnownPerson[]> =>
  tx.raw<KnownPerson>(
    `select id, number, owner_id, first_name, last_name, phone, phone_2, email, email_2, dob::text from contacts
     where id in (
       select id from contacts where account_id = app_account_id() and phone = $2
       union select id from contacts where account_id = app_account_id() and phone_2 = $2
       union select id from contacts where account_id = app_account_id() and lower(email) = lower($3)
       union select id from contacts where account_id = app_account_id() and lower(email_2) = lower($3)
     ) and ($1::bigint is null or owner_id = $1) and deleted_at is null and merged_into_id is null
     order by last_touch_at desc nulls last, id desc limit 50`,
    [ownerId, phone, email],
  );

/**
 * The contact of the same person, of this owner or of anyone (`null`): with the same number or address and the same
 * name, as father and son may share a number.
 */
export async function findKnownPerson(
  tx: Tx,
  person: NamedPerson,
  ownerId: number | null,
): Promise<KnownPerson | undefined> {
  return (await findCandidates(tx, person, ownerId)).find((one) => isSame(one, person));
}

function isSame(contact: KnownPerson, person: NamedPerson): boolean {
  const facts = (of: NamedPerson, more: readonly (string | null)[], dob: string | null): PersonFacts => ({
    first_name: of.first_name,
    last_name: of.last_name,
    phones: [of.phone, more[0] ?? null].filter((one) => one !== null),
    emails: [of.email, more[1] ?? null].filter((one) => one !== null),
    dob,
    home: null,
  });
  const judged = judge(facts(contact, [contact.phone_2, contact.email_2], contact.dob), facts(person, [], null));
  return judged !== null && judged.verdict !== 'household' && judged.reasons.includes('same_name');
}
