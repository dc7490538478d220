import type { Tx } from '../../db/tx.ts';

export interface NamedContact {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly phone_2: string | null;
  readonly email: string | null;
  readonly email_2: string | null;
  readonly address: string;
  readonly city: string;
  readonly company: string;
}

export const findNamed = (tx: Tx, ids: readonly number[]): Promise<NamedContact[]> =>
  tx.raw(
    `select first_name, last_name, phone, phone_2, email, email_2, address, city, company from contacts
     where id = any($1) order by id`,
    [ids],
  );

interface Replaced {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Values that these contacts had. */
export const findReplaced = (tx: Tx, ids: readonly number[]): Promise<Replaced[]> =>
  tx.raw(`select field, before, after from contact_changes where contact_id = any($1) and record = ''`, [ids]);

export async function findPolicyNumbers(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const rows = await tx.raw<{ policy_number: string }>(
    `select distinct policy_number from policies where contact_id = any($1) and policy_number <> ''`,
    [ids],
  );
  return rows.map((row) => row.policy_number);
}

/** A value by which a person may be found. A `name` is a last name and a first name, a `word` one of them. */
export interface Value {
  readonly kind: 'phone' | 'email' | 'name' | 'word' | 'address';
  readonly value: string;
}

/** Those of the values that no other contact of the account has. */
export const ownAlone = (tx: Tx, ids: readonly number[], values: readonly Value[]): Promise<Value[]> =>
  tx.raw(
    `select v.kind, v.value from jsonb_to_recordset($2::jsonb) as v(kind text, value text)
     where not exists (
       select from contacts o where o.account_id = app_account_id() and o.id <> all($1) and case v.kind
         when 'phone' then v.value in (o.phone, o.phone_2)
         when 'email' then lower(v.value) in (lower(o.email), lower(o.email_2))
         when 'address' then lower(v.value) = lower(o.address)
         when 'name' then o.sort_key = fold(split_part(v.value, chr(1), 1)) || chr(1) || fold(split_part(v.value, chr(1), 2))
         else fold(v.value) in (split_part(o.sort_key, chr(1), 1), split_part(o.sort_key, chr(1), 2)) end)`,
    [ids, JSON.stringify(values)],
  );
