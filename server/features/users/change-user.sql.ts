import type { Role } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** Changeable fields of a user, as stored. */
export interface PersonFields {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** E.164; empty: none. */
  readonly phone: string;
  readonly number: string;
  readonly timezone: string;
  /** `null`: not known. */
  readonly job_title: string | null;
  readonly business_unit_id: number;
  readonly manager_id: number | null;
  readonly two_fa_required: boolean;
  readonly change_password: boolean;
  readonly c_1: boolean;
  readonly aris: boolean;
  readonly wallet_feature_enabled: boolean;
  readonly regional_manager_enabled: boolean;
  readonly max_plus_plan: string | null;
}

export type PersonField = keyof PersonFields;

const FIELDS: readonly PersonField[] = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'number',
  'timezone',
  'job_title',
  'business_unit_id',
  'manager_id',
  'two_fa_required',
  'change_password',
  'c_1',
  'aris',
  'wallet_feature_enabled',
  'regional_manager_enabled',
  'max_plus_plan',
];

/** Current state of the user being changed; locked until the transaction ends. */
export interface LockedPerson extends PersonFields {
  readonly id: number;
  readonly account_id: number;
  readonly username: string;
  readonly roles: Role[];
  readonly active: boolean;
  readonly paid_user: boolean;
}

export async function lockPerson(tx: Tx, id: number): Promise<LockedPerson | null> {
  const rows = await tx.raw<LockedPerson>(
    `select id, account_id, username, roles, active, paid_user, ${FIELDS.join(', ')} from users where id = $1 for no key update`,
    [id],
  );
  return rows[0] ?? null;
}

export async function updateFields(tx: Tx, id: number, fields: Partial<PersonFields>): Promise<void> {
  const changed = FIELDS.filter((field) => fields[field] !== undefined);
  if (changed.length === 0) return;
  const set = changed.map((field, at) => `${field} = $${at + 2}`).join(', ');
  await tx.raw(`update users set ${set} where id = $1`, [id, ...changed.map((field) => fields[field])]);
}

export const updateRoles = (tx: Tx, id: number, roles: readonly Role[]) =>
  tx.raw('update users set roles = $2 where id = $1', [id, roles]);

export const updateActive = (tx: Tx, id: number, active: boolean) =>
  tx.raw('update users set active = $2 where id = $1', [id, active]);

export const updatePaid = (tx: Tx, id: number, paid: boolean) =>
  tx.raw('update users set paid_user = $2 where id = $1', [id, paid]);

/** One change of the tree or the admins at a time in an account: two that each are fine may not be together. */
export const lockOrder = (tx: Tx) =>
  tx.raw(`select pg_advisory_xact_lock(hashtext('people of an account'), app_account_id()::int)`);

/** True when the account has another active admin. */
export async function hasOtherAdmin(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.raw(`select from users where 'admin' = any(roles) and active and id <> $1 limit 1`, [id]);
  return rows.length > 0;
}

export async function isBelow(tx: Tx, id: number, ancestorId: number): Promise<boolean> {
  const rows = await tx.raw('select from user_tree where ancestor_id = $1 and descendant_id = $2', [ancestorId, id]);
  return rows.length > 0;
}

/** `null`: the account has not switched the feature. */
export async function findOverride(tx: Tx, feature: string): Promise<boolean | null> {
  const rows = await tx.raw<{ enabled: boolean }>('select enabled from feature_flags where feature = $1', [feature]);
  return rows[0]?.enabled ?? null;
}

export interface AuthNetwork {
  readonly network: string;
  readonly label: string;
}

export const findNetworks = (tx: Tx, userId: number) =>
  tx.raw<AuthNetwork>('select network::text, label from auth_ips where user_id = $1 order by auth_ips.network', [
    userId,
  ]);

/** Puts these networks in place of the former ones. */
export async function replaceNetworks(tx: Tx, userId: number, networks: readonly AuthNetwork[]): Promise<void> {
  await tx.raw('delete from auth_ips where user_id = $1', [userId]);
  await tx.raw(
    `insert into auth_ips (account_id, user_id, network, label)
     select app_account_id(), $1, network(given::inet), label from unnest($2::text[], $3::text[]) as n(given, label)
     on conflict (user_id, network) do nothing`,
    [userId, networks.map(({ network }) => network), networks.map(({ label }) => label)],
  );
}

export interface NewPerson {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly business_unit_id: number;
  readonly manager_id: number | null;
  readonly timezone: string;
  readonly passwordHash: string;
}

/** `null`: the user name is taken. */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<number | null> {
  const rows = await tx.raw<{ id: number }>(
    `insert into users (account_id, username, first_name, last_name, email, roles, business_unit_id, manager_id, timezone,
                        password_hash, change_password)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, true)
     on conflict (lower(username)) do nothing returning id`,
    [
      person.username,
      person.first_name,
      person.last_name,
      person.email,
      person.roles,
      person.business_unit_id,
      person.manager_id,
      person.timezone,
      person.passwordHash,
    ],
  );
  return rows[0]?.id ?? null;
}
