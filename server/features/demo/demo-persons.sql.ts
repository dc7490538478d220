import type { Tx } from '../../db/tx.ts';
import type { DemoContact } from './demo-contacts.ts';

const COMPANIES = ['Mesquite Feed & Seed', 'Tarrant Tool Works', 'Lone Star Bakery', 'Gulf Marine Repair'];

/** Additional contact info for a position in its book: the same each time. */
export function demoReachAt({ phone, email }: DemoContact, place: number) {
  const spread = (place * 6_151) % 1_000;
  const second =
    phone !== null && spread < 180 ? `${phone.slice(0, -2)}${String(spread % 100).padStart(2, '0')}` : null;
  return {
    phone_type: phone === null ? null : spread % 3 === 0 ? '9' : spread % 7 === 0 ? null : '2',
    phone_2: second === phone ? null : second,
    phone_2_type: second === null || second === phone ? null : '2',
    email_2: email !== null && spread % 29 === 0 ? `office.${email}` : null,
    company: spread % 17 === 0 ? (COMPANIES[spread % COMPANIES.length] ?? '') : '',
  };
}

/** Every fourth couple of a book is linked: the two who share an address and a phone. */
export const linkDemoCouples = (tx: Tx, accountId: number) =>
  tx.raw(
    `with couples as (
       select min(id) as one, max(id) as other from contacts
       where account_id = $1 and household_key is not null and phone is not null
       group by household_key, phone, owner_id having count(*) = 2 and min(number) % 4 = 0
     )
     update contacts c set linked_contact_id = case when c.id = one then other else one end
     from couples where c.id in (one, other)`,
    [accountId],
  );
