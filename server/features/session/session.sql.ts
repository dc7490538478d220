import type { Role } from '#contract/access.contract.ts';
import type { CurrentUser, Display, Marker } from '#contract/session.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

export interface SignInRow {
  user_id: number;
  account_id: number;
  password_hash: string;
  roles: Role[];
  active: boolean;
  /** Two-factor is set up: a second step is owed. */
  two_factor: boolean;
  /** The user may sign in from this address. */
  address_allowed: boolean;
  password_changed_at: Date;
}

/** `null`: unknown user name. */
export const findSignIn = async (pool: Pool, username: string, ip: string): Promise<SignInRow | null> =>
  (await outsideAccounts<SignInRow>(pool, 'select * from find_sign_in($1, $2)', [username, ip]))[0] ?? null;

export interface NewSession {
  accountId: number;
  userId: number;
  tokenHash: Buffer;
  at: Date;
  expiresAt: Date;
  userAgent: string;
  ip: string;
  method: string;
  sudoUntil: Date | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const { accountId, userId, tokenHash, at, expiresAt, userAgent, ip, method, sudoUntil } = session;
  const rows = await tx.raw<{ id: number }>(
    `insert into sessions (account_id, user_id, token_hash, created_at, last_seen_at, expires_at, user_agent, ip, method,
                           sudo_until)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9) returning id`,
    [accountId, userId, tokenHash, at, expiresAt, userAgent, ip, method, sudoUntil],
  );
  return rows[0]?.id ?? 0;
}

/** Ends every session of this session's stack; the cable disconnects their sockets within seconds. */
export const endStack = (tx: Tx, sessionId: number, at: Date) => tx.raw('select end_stack($1, $2)', [sessionId, at]);

/** Ends every stack that includes the user at any level; `but` is the bottom of one that stays. */
export const endStacksOf = (tx: Tx, userId: number, at: Date, but: number | null = null) =>
  tx.raw('select end_stacks_of($1, $2, $3)', [userId, at, but]);

/** Mailed links and begun sign-ins of a person stop to work. */
export async function endProofsOf(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.raw('update password_resets set used_at = $2 where user_id = $1 and used_at is null', [userId, at]);
  await tx.raw('update sign_in_challenges set used_at = $2 where user_id = $1 and used_at is null', [userId, at]);
}

/** A late request with this session's token gets that answer instead of being signed out (http/authentication.ts). */
export const retireToken = (tx: Tx, sessionId: number, at: Date) =>
  tx.raw(
    `insert into replaced_tokens (token_hash, account_id, session_id, replaced_at)
     select token_hash, account_id, id, $2 from sessions where id = $1 on conflict do nothing`,
    [sessionId, at],
  );

/**
 * Holds the stack of a session until the end of the transaction. `top`: the session is its live top; `changed`: another
 * one is by now; `over`: it has ended.
 */
export async function lockStack(tx: Tx, sessionId: number, at: Date): Promise<'top' | 'changed' | 'over'> {
  const rows = await tx.raw<{ state: 'top' | 'changed' | 'over' }>('select lock_stack($1, $2) as state', [
    sessionId,
    at,
  ]);
  return rows[0]?.state ?? 'over';
}

/** Answers when the session ends in any case. */
export async function replaceToken(tx: Tx, sessionId: number, tokenHash: Buffer, at: Date): Promise<Date> {
  await retireToken(tx, sessionId, at);
  const rows = await tx.raw<{ expires_at: Date }>(
    'update sessions set token_hash = $2, last_seen_at = $3 where id = $1 and ended_at is null returning expires_at',
    [sessionId, tokenHash, at],
  );
  return rows[0]?.expires_at ?? at;
}

/** Locks the user until the commit. False: deactivated, or another password since. */
export async function lockCandidate(tx: Tx, userId: number, passwordHash: string | null): Promise<boolean> {
  const rows = await tx.raw(
    `select 1 from users where id = $1 and active and ($2::text is null or password_hash = $2) for no key update`,
    [userId, passwordHash],
  );
  return rows.length > 0;
}

export const touchUser = (tx: Tx, userId: number, at: Date) =>
  tx.raw('update users set last_seen_at = $2 where id = $1', [userId, at]);

type Derived =
  | 'identity'
  | 'permissions'
  | 'admin'
  | 'basic'
  | 'manager'
  | 'bu_admin'
  | 'tos'
  | 'updated_tos'
  | 'last_otp_at'
  | 'profile'
  | 'webpage'
  | 'available_phone_numbers'
  | 'dialer_subscription'
  | 'company_dialer_subscription'
  | 'dialer_license';
type UserRow = Omit<CurrentUser, Derived> & {
  profile: Display;
  webpage: Omit<CurrentUser['webpage'], 'photo' | 'flyer'>;
  /** The terms they accepted, by date; `null`: none. */
  tos_accepted: string | null;
  last_otp_at: Date | null;
};

export async function findUser(tx: Tx, userId: number): Promise<UserRow | null> {
  const rows = await tx.raw<UserRow>(
    `select u.id, u.username, u.first_name, u.last_name, u.email, u.phone, u.roles, u.number, u.timezone, u.c_1, u.aris,
            u.wallet_feature_enabled, u.tos_accepted::text, u.two_fa_required as "two_fa_is_required?",
            t.enabled_at is not null as "has_2fa_enabled?", t.last_otp_at,
            json_build_object('active', u.max_plus_plan is not null, 'plan', u.max_plus_plan) as max_plus_subscription,
            json_build_object('id', a.id, 'name', a.name, 'domain_name', a.domain_name, 'number', a.number) as company,
            json_build_object('id', b.id, 'name', b.name, 'number', b.number) as business_unit,
            json_build_object('domain', u.webpage_domain, 'title', u.webpage_title, 'about_me', u.about_me,
                              'active', u.webpage_active) as webpage,
            json_build_object('font_size', u.font_size, 'primary_color', u.primary_color,
                              'background', u.background) as profile,
            coalesce((select json_agg(json_build_object('id', i.id, 'network', i.network::text, 'label', i.label) order by i.id)
                      from auth_ips i where i.user_id = u.id), '[]') as auth_ips,
            coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix) order by k.id)
                      from api_keys k where k.user_id = u.id and k.kind = 'key' and k.revoked_at is null), '[]') as api_keys,
            coalesce((select json_agg(json_build_object('feature', f.feature, 'enabled', f.enabled) order by f.feature)
                      from feature_flags f), '[]') as feature_overrides,
            (select count(*)::int from user_tree d where d.ancestor_id = u.id and d.depth > 0) as downline_count,
            exists (select from contacts c where c.account_id = u.account_id and c.owner_id = u.id
                      and c.deleted_at is null) as owns_contacts
     from users u join accounts a on a.id = u.account_id join business_units b on b.id = u.business_unit_id
     left join two_factors t on t.user_id = u.id
     where u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export interface StepRow {
  session_id: number;
  user_id: number;
  name: string;
  roles: Role[];
  marker: Marker | null;
  reason: string;
  since: Date;
  expires_at: Date;
  ended_at: Date | null;
  active: boolean;
}

/** The identity stack below and with this session, bottom first. */
export const findStack = (tx: Tx, sessionId: number) =>
  tx.raw<StepRow>(
    `select session_id, user_id, name, roles, marker, reason, since, expires_at, ended_at, active
     from identity_stack($1) order by depth`,
    [sessionId],
  );
