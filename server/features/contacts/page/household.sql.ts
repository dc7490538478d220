import type { HouseholdMember } from '#contract/contacts/person.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { SEEN, type VisibilityValues } from '../contact-visibility.sql.ts';

export interface HouseholdRow extends Omit<HouseholdMember, 'owner'> {
  owner_id: number;
  owner_name: string;
  is_deleted: boolean;
}

/** Contacts that are looked at for each thing to share. Ours: a made-up phone number has thousands. */
const LOOKED_AT = 500;

/** A last name as families share it: without accents, punctuation and a generation. */
const familyOf = (column: string): string =>
  `regexp_replace(regexp_replace(fold(${column}), '[ ,]+(jr|sr|junior|senior|ii|iii|iv)\\.?$', ''), '[[:punct:][:space:]]', '', 'g')`;

/**
 * Visible contacts with the same address, and those with the same phone that are linked or have the same last name: a phone
 * alone may be a company's (decision 094). Existing ones before deleted ones, without those merged into another one.
 */
export const findHousehold = (
  tx: Tx,
  visibility: VisibilityValues,
  id: number,
  most: number,
): Promise<HouseholdRow[]> =>
  tx.raw<HouseholdRow>(
    `with self as (
       select household_key, array_remove(array[phone, phone_2], null) as phones, linked_contact_id,
        ${familyOf('last_name')} as family from contacts where id = $4
     ), near as (
       (select c.id, 'address' as reason from self join contacts c on c.household_key = self.household_key limit ${LOOKED_AT})
       union all (select c.id, 'phone' from self join contacts c on c.phone = any(self.phones) limit ${LOOKED_AT})
       union all (select c.id, 'phone' from self join contacts c on c.phone_2 = any(self.phones) limit ${LOOKED_AT})
     ), shared as (
       select n.id, array_agg(distinct n.reason order by n.reason) as reasons
       from near n join contacts k on k.id = n.id cross join self where n.id <> $4 group by n.id
       having bool_or(n.reason = 'address' or k.id = self.linked_contact_id or k.linked_contact_id = $4
         or (self.family <> '' and ${familyOf('k.last_name')} = self.family))
     )
     select c.id, c.number, c.first_name, c.last_name, c.phone, c.email, c.dob, c.type, shared.reasons, c.owner_id,
            trim(u.first_name || ' ' || u.last_name) as owner_name, c.deleted_at is not null as is_deleted
     from shared join contacts c on c.id = shared.id join users u on u.id = c.owner_id
     where ${SEEN} and c.merged_into_id is null
     order by c.deleted_at is not null, c.sort_key, c.id limit $5`,
    [...visibility, id, most],
  );
