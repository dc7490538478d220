import type { Tx } from '../../db/tx.ts';

export interface DemoClient {
  readonly id: number;
  readonly account_id: number;
  readonly business_unit_id: number;
  readonly last_name: string;
  /** First day of the month, when that is past. `null`: not yet, or the day of birth is not known. */
  readonly turns_65: string | null;
}

export const findDemoClients = (tx: Tx, accountId: number, now: Date): Promise<DemoClient[]> =>
  tx.raw(
    `select id, account_id, business_unit_id, last_name,
            case when dob + interval '65 years' < $2 then date_trunc('month', dob + interval '65 years')::date end as turns_65
     from contacts where account_id = $1 and type = 'client' order by id`,
    [accountId, now],
  );

/** For what takes the account from the session. */
export const actInAccount = (tx: Tx, accountId: number) =>
  tx.raw(`select set_config('app.account_id', $1, true)`, [String(accountId)]);

const insertAll = (tx: Tx, statement: string, rows: readonly object[]) => tx.raw(statement, [JSON.stringify(rows)]);

export const insertDemoPolicies = (tx: Tx, rows: readonly object[]) =>
  insertAll(
    tx,
    `insert into policies (account_id, contact_id, carrier, plan_name, policy_number, type, status, premium_cents,
       face_amount_cents, effective_on, beneficiary, created_at)
     select account_id, contact_id, carrier, plan_name, policy_number, type, status, premium_cents, face_amount_cents,
       effective_on, beneficiary,
       -- Written some days before it begins, by day.
       least(clock_now(), coalesce(effective_on, clock_now()::date) - make_interval(days => (contact_id % 20)::int) + interval '18 hours')
     from json_to_recordset($1) as r(account_id bigint, contact_id bigint, carrier text, plan_name text, policy_number text,
       type text, status text, premium_cents bigint, face_amount_cents bigint, effective_on date, beneficiary text)`,
    rows,
  );

export const insertDemoMedicare = (tx: Tx, rows: readonly object[], now: Date) =>
  tx.raw(
    `insert into medicare_facts (contact_id, account_id, part_a_on, part_b_on, plan_name, imported_at)
     select contact_id, account_id, part_on, part_on, plan_name, $2
     from json_to_recordset($1) as r(contact_id bigint, account_id bigint, part_on date, plan_name text)`,
    [JSON.stringify(rows), now],
  );

export const insertDemoCaptures = (tx: Tx, rows: readonly object[]) =>
  insertAll(
    tx,
    `insert into data_captures (contact_id, account_id, captures)
     select contact_id, account_id, captures from json_to_recordset($1) as r(contact_id bigint, account_id bigint, captures jsonb)
     on conflict do nothing`,
    rows,
  );

interface Sealed {
  readonly client: DemoClient;
  readonly sealed: Buffer;
}

const idsOf = (rows: readonly Sealed[]) => rows.map(({ client }) => client.id);

export const insertDemoNumbers = (tx: Tx, accountId: number, rows: readonly (Sealed & { readonly blind: Buffer })[]) =>
  tx.raw(
    `insert into sealed_fields (contact_id, account_id, field, sealed, blind_index)
     select contact_id, $1, 'medicare_number', sealed, blind
     from unnest($2::bigint[], $3::bytea[], $4::bytea[]) as r(contact_id, sealed, blind)`,
    [accountId, idsOf(rows), rows.map(({ sealed }) => sealed), rows.map(({ blind }) => blind)],
  );

export const insertDemoRx = (tx: Tx, accountId: number, rows: readonly Sealed[]) =>
  tx.raw(
    `insert into rx_details (contact_id, account_id, sealed)
     select contact_id, $1, sealed from unnest($2::bigint[], $3::bytea[]) as r(contact_id, sealed)`,
    [accountId, idsOf(rows), rows.map(({ sealed }) => sealed)],
  );

interface SecurityMaker {
  row(client: DemoClient): object;
  number(client: DemoClient, securityId: number): Buffer;
}

/** The number of an account is bound to its row, which gets its id first. */
export async function insertDemoSecurities(
  tx: Tx,
  clients: readonly DemoClient[],
  { row, number }: SecurityMaker,
): Promise<void> {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const inserted = await tx.raw<{ id: number; contact_id: number }>(
    `insert into securities (account_id, contact_id, company, kind, value_cents, purchased_on, matures_on, qualified)
     select account_id, contact_id, company, kind, value_cents, purchased_on, matures_on, qualified
     from json_to_recordset($1) as r(account_id bigint, contact_id bigint, company text, kind text, value_cents bigint,
       purchased_on date, matures_on date, qualified boolean)
     returning id, contact_id`,
    [JSON.stringify(clients.map(row))],
  );
  const numbers = inserted.flatMap(({ id, contact_id }) => {
    const client = byId.get(contact_id);
    return client === undefined ? [] : [{ id, sealed: number(client, id) }];
  });
  await tx.raw(
    `update securities s set account_number_sealed = r.sealed
     from unnest($1::bigint[], $2::bytea[]) as r(id, sealed) where s.id = r.id`,
    [numbers.map(({ id }) => id), numbers.map(({ sealed }) => sealed)],
  );
}
