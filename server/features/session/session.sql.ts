import type { Role } from '#contract/access.contract.ts';
import type { CurrentUser, Display, Person } from '#contract/session.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

export interface SignInRow {
  user_id: number;
  account_id: number;
  password_hash: string;
  roles: Role[];
  active: boolean;
}

/** `null`: nobody has this name. */
export const findSignIn = async (pool: Pool, username: string): Promise<SignInRow | null> =>
  (await outsideAccounts<SignInRow>(pool, 'select * from find_sign_in($1)', [username]))[0] ?? null;

export interface NewSession {
  accountId: number;
  userId: number;
  tokenHash: Buffer;
  at: Date;
  expiresAt: Date;
  userAgent: string;
  ip: string;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const { accountId, userId, tokenHash, at, expiresAt, userAgent, ip } = session;
  const rows = await tx.raw<{ id: number }>(
    `insert into sessions (account_id, user_id, token_hash, created_at, last_seen_at, expires_at, user_agent, ip)
     values ($1, $2, $3, $4, $4, $5, $6, $7) returning id`,
    [accountId, userId, tokenHash, at, expiresAt, userAgent, ip],
  );
  return rows[0]?.id ?? 0;
}

/** Ends every session of the stack that this one belongs to, and tells the processes that hold their sockets. */
export const endStack = (tx: Tx, sessionId: number, at: Date) =>
  tx.raw(
    `with recursive down as (
       select id, parent_id from sessions where id = $1
       union all select s.id, s.parent_id from sessions s join down on s.id = down.parent_id
     ), stack as (
       select id from down where parent_id is null
       union all select s.id from sessions s join stack on s.parent_id = stack.id
     ), ended as (
       update sessions set ended_at = $2 where id in (select id from stack) and ended_at is null returning id
     )
     select pg_notify('sessions', json_agg(id)::text) from ended having count(*) > 0`,
    [sessionId, at],
  );

/** A late request with this session's token is told so instead of being signed out (http/authentication.ts). */
export const markReplaced = (tx: Tx, sessionId: number, at: Date) =>
  tx.raw('update sessions set replaced_at = $2 where id = $1', [sessionId, at]);

export const touchUser = (tx: Tx, userId: number, at: Date) =>
  tx.raw('update users set last_seen_at = $2 where id = $1', [userId, at]);

/** Hours that an idempotency key is kept. Source: promise P17. */
const KEY_HOURS = 72;

export const forgetOldKeys = (tx: Tx, userId: number, at: Date) =>
  tx.raw('delete from idempotency_keys where user_id = $1 and created_at < $2', [
    userId,
    new Date(at.getTime() - KEY_HOURS * 3_600_000),
  ]);

type UserRow = Omit<CurrentUser, 'identity' | 'admin' | 'basic' | 'manager' | 'bu_admin'>;

export async function findUser(tx: Tx, userId: number): Promise<UserRow | null> {
  const rows = await tx.raw<UserRow>(
    `select u.id, u.username, u.first_name, u.last_name, u.email, u.roles, u.number, u.timezone,
            json_build_object('id', a.id, 'name', a.name, 'domain_name', a.domain_name, 'number', a.number) as company,
            json_build_object('id', b.id, 'name', b.name, 'number', b.number) as business_unit,
            json_build_object('font_size', u.font_size, 'primary_color', u.primary_color,
                              'background', u.background) as profile,
            (select count(*)::int from user_tree t where t.ancestor_id = u.id and t.depth > 0) as downline_count
     from users u join accounts a on a.id = u.account_id join business_units b on b.id = u.business_unit_id
     where u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export interface StepRow {
  user_id: number;
  name: string;
  marker: CurrentUser['identity'][number]['marker'];
  since: Date;
}

/** The identity stack below and with this session, bottom first. */
export const findStack = (tx: Tx, sessionId: number) =>
  tx.raw<StepRow>(
    `with recursive stack as (
       select id, parent_id, user_id, marker, depth, created_at from sessions where id = $1
       union all
       select s.id, s.parent_id, s.user_id, s.marker, s.depth, s.created_at
       from sessions s join stack on s.id = stack.parent_id
     )
     select stack.user_id, btrim(u.first_name || ' ' || u.last_name) as name, stack.marker, stack.created_at as since
     from stack join users u on u.id = stack.user_id order by stack.depth`,
    [sessionId],
  );

/** An absent option stays as it is. */
export type DisplayChange = { readonly [K in keyof Display]?: Display[K] | undefined };

export async function updateDisplay(tx: Tx, userId: number, display: DisplayChange): Promise<Display | null> {
  const rows = await tx.raw<Display>(
    `update users set font_size = coalesce($2, font_size), primary_color = coalesce($3, primary_color),
                      background = coalesce($4, background)
     where id = $1 returning font_size, primary_color, background`,
    [userId, display.font_size ?? null, display.primary_color ?? null, display.background ?? null],
  );
  return rows[0] ?? null;
}

/** The user first, then everybody below by name. */
export const listBelow = (tx: Tx, userId: number) =>
  tx.raw<Person>(
    `select u.id, btrim(u.first_name || ' ' || u.last_name) as name, u.roles[1] as role
     from user_tree t join users u on u.id = t.descendant_id
     where t.ancestor_id = $1 and (u.active or t.depth = 0)
     order by t.depth > 0, fold(u.first_name || ' ' || u.last_name) collate "C", u.id`,
    [userId],
  );
