import type { Tx } from '../../db/tx.ts';

/** Held until the transaction ends, so that two operators do not open the same agency twice. */
export const lockAgencies = (tx: Tx) => tx.raw('select pg_advisory_xact_lock(hashtext($1))', ['open an agency']);

export interface FoundPerson {
  readonly id: number;
  readonly account_id: number;
  readonly email: string;
  readonly is_admin: boolean;
  readonly active: boolean;
}

/** User with this name, in any account. */
export const findByUsername = async (tx: Tx, username: string): Promise<FoundPerson | null> =>
  (
    await tx.raw<FoundPerson>(
      `select id, account_id, email, 'admin' = any(roles) as is_admin, active from users where lower(username) = lower($1)`,
      [username],
    )
  )[0] ?? null;

export const hasAgency = async (tx: Tx, name: string): Promise<boolean> =>
  (await tx.raw('select 1 from accounts where lower(name) = lower($1)', [name])).length > 0;

export interface NewAgency {
  readonly name: string;
  readonly domain: string;
  readonly brand: string;
}

/** Adds an account with one business unit, under the next free number, and continues in it. */
export async function insertAgency(tx: Tx, { name, domain, brand }: NewAgency) {
  const [account] = await tx.raw<{ id: number }>(
    `insert into accounts (name, number, domain_name, brand)
     select $1, coalesce(max(number::bigint) filter (where number ~ '^[0-9]{1,15}$'), 1000) + 1, $2, $3 from accounts
     returning id`,
    [name, domain, brand],
  );
  const accountId = account?.id ?? 0;
  await enterAccount(tx, accountId);
  const [unit] = await tx.raw<{ id: number }>(
    `insert into business_units (account_id, number, name) values (app_account_id(), '1', 'Head office') returning id`,
  );
  return { accountId, unitId: unit?.id ?? 0 };
}

/** The rest of the transaction is about this account. */
export const enterAccount = (tx: Tx, accountId: number) =>
  tx.raw(`select set_config('app.account_id', $1, true)`, [String(accountId)]);
