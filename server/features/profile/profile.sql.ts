import type { AuthIp, CurrentUser, Display, Person } from '#contract/session.contract.ts';
import type { Tx } from '../../db/tx.ts';

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

/** A user's own data. */
export interface OwnRow {
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  about_me: string;
  timezone: CurrentUser['timezone'];
  webpage_domain: string | null;
  webpage_title: string;
  webpage_active: boolean;
  webpage_organizations: number | null;
  webpage_plans: number | null;
  tos_accepted: string | null;
}

/** Locks the row until the end of the transaction. `null` when the user doesn't exist. */
export async function lockOwn(tx: Tx, userId: number): Promise<OwnRow | null> {
  const rows = await tx.raw<OwnRow>(
    `select username, first_name, last_name, email, phone, about_me, timezone, webpage_domain, webpage_title,
            webpage_active, webpage_organizations, webpage_plans, tos_accepted::text
     from users where id = $1 for no key update`,
    [userId],
  );
  return rows[0] ?? null;
}

export const updateOwn = (tx: Tx, userId: number, own: OwnRow) =>
  tx.raw(
    `update users set first_name = $2, last_name = $3, email = $4, phone = $5, about_me = $6, timezone = $7,
                      webpage_domain = $8, webpage_title = $9, webpage_active = $10, tos_accepted = $11::date,
                      webpage_organizations = $12, webpage_plans = $13
     where id = $1`,
    [
      userId,
      own.first_name,
      own.last_name,
      own.email,
      own.phone,
      own.about_me,
      own.timezone,
      own.webpage_domain,
      own.webpage_title,
      own.webpage_active,
      own.tos_accepted,
      own.webpage_organizations,
      own.webpage_plans,
    ],
  );

export const findAuthIps = (tx: Tx, userId: number) =>
  tx.raw<AuthIp>('select id, network::text, label from auth_ips where user_id = $1 order by network', [userId]);

/** The user first, then their downline by name. */
export const listBelow = (tx: Tx, userId: number) =>
  tx.raw<Person>(
    `select u.id, btrim(u.first_name || ' ' || u.last_name) as name, u.roles[1] as role
     from user_tree t join users u on u.id = t.descendant_id
     where t.ancestor_id = $1 and (u.active or t.depth = 0)
     order by t.depth > 0, fold(u.first_name || ' ' || u.last_name) collate "C", u.id`,
    [userId],
  );
