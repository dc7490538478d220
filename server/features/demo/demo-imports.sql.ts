import type { Tx } from '../../db/tx.ts';

/** Settings saved by the agency's manager for a vendor's weekly lists, for everyone to use. */
const SETTING = {
  name: 'Weekly vendor list',
  headers: ['lead id', 'first', 'last', 'mobile', 'mail', 'born', 'zip', 'plan'],
  fields: { First: 'first_name', Last: 'last_name', Mobile: 'phone', Mail: 'email', Born: 'dob', Zip: 'zip_code' },
  options: { when_known: 'update', scrub_against: { scope: 'mine' }, keep_other_columns: true },
};

export const insertDemoImports = (tx: Tx, accountId: number, now: Date) =>
  tx.raw(
    `insert into import_settings (account_id, user_id, name, shared, headers, fields, options, created_at, updated_at)
     select account_id, id, $2, true, $3::text[], $4::jsonb, $5::jsonb, $6, $6 from users
     where account_id = $1 and 'manager' = any(roles) order by id limit 1`,
    [accountId, SETTING.name, SETTING.headers, JSON.stringify(SETTING.fields), JSON.stringify(SETTING.options), now],
  );
