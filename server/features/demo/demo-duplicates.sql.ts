import type { Tx } from '../../db/tx.ts';

/** Books that contain duplicates. */
const OWNERS = ['joonho', 'grace'];

/**
 * Adds duplicates of existing contacts to these books: with an initial, a misspelling, a married name, swapped names or
 * another phone; the last one is a household member.
 */
export const insertDemoDuplicates = (tx: Tx, accountId: number) =>
  tx.raw(
    `with known as (
       select c.*, row_number() over (partition by c.owner_id order by c.id) as place
       from contacts c join users u on u.id = c.owner_id
       where u.account_id = $1 and u.username = any($2) and c.type = 'client' and c.deleted_at is null
         and c.phone is not null and c.email is not null and c.dob is not null
         and char_length(c.first_name) > 4 and char_length(c.last_name) > 5
     ), twice as (
       select c.id, c.owner_id, row_number() over (partition by c.owner_id order by c.id desc) as place
       from contacts c join users u on u.id = c.owner_id
       where u.account_id = $1 and u.username = any($2) and c.type = 'lead' and c.deleted_at is null
         and c.linked_contact_id is null and c.pool_id is null
     )
     update contacts c set
       first_name = case t.place when 2 then left(k.first_name, 1) || '.' when 5 then k.last_name when 7 then 'Rosalind' else k.first_name end,
       last_name = case t.place when 3 then left(k.last_name, -1) when 4 then k.last_name || '-Hale' when 5 then k.first_name else k.last_name end,
       phone = case when t.place in (4, 6) then null else k.phone end,
       phone_2 = null,
       email = case when t.place in (1, 3, 7) then null else k.email end,
       email_2 = null,
       dob = case when t.place = 4 then k.dob end,
       address = case when t.place = 7 then k.address else '' end,
       city = k.city, state = k.state, zip_code = k.zip_code
     from twice t join known k on k.owner_id = t.owner_id and k.place = t.place - case when t.place >= 6 then 5 else 0 end
     where c.id = t.id and t.place <= 7`,
    [accountId, OWNERS],
  );
