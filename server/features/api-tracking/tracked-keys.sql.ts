import { sql } from 'kysely';
import type { Permission } from '#contract/access.contract.ts';
import type { downloadTrackedKeys } from '#contract/api-tracking.contract.ts';
import type { Query } from '#contract/endpoint.ts';
import type { Tx } from '../../db/tx.ts';
import { OF_KEY, PERSON, type RequestRow } from './api-requests.sql.ts';

export interface TrackedRow extends Pick<RequestRow, 'user' | 'vendor'> {
  readonly id: number;
  readonly kind: 'key' | 'token';
  readonly name: string;
  readonly prefix: string;
  readonly scopes: Permission[] | null;
  readonly paused: boolean;
  readonly networks: string[];
  readonly per_minute: number | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly requests: number;
  readonly refused: number;
}

const FROM = `from api_keys k join users u on u.id = k.user_id left join api_vendors v on v.id = k.api_vendor_id`;
/** `$1`: since when requests are counted. */
const ROW = `select k.id, k.kind, k.name, k.prefix, k.scopes, k.paused_at is not null as paused, k.networks::text[] as networks,
    k.per_minute, k.created_at, k.last_used_at, c.requests, c.refused, ${OF_KEY}
  ${FROM} cross join lateral (
    select count(*)::int as requests, (count(*) filter (where r.status >= 400))::int as refused
    from api_requests r where r.key_id = k.id and r.at >= $1
  ) c`;
/** As the list shows it. */
const NAME = `case k.kind when 'token' then 'Token' else k.name end`;
/** Lines, so that no match reaches from one value into the next. */
const found = (q: string) =>
  `k.revoked_at is null and (${q}::text is null
    or strpos(fold(concat_ws(E'\\n', ${NAME}, k.prefix, ${PERSON}, v.vendor_name)), fold(${q})) > 0)`;

export type KeyFilter = Query<typeof downloadTrackedKeys>;

const ORDER_BY: Readonly<Record<KeyFilter['order_field'], string>> = {
  name: `lower(${NAME})`,
  user: `lower(${PERSON})`,
  vendor: 'lower(v.vendor_name)',
  last_used_at: 'k.last_used_at',
  requests: 'c.requests',
  refused: 'c.refused',
};

/** Keys that are not revoked; those without a value come last. */
export const findTracked = (
  tx: Tx,
  since: Date,
  { q, order_field: field, order }: KeyFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) =>
  tx.raw<TrackedRow>(
    `${ROW} where ${found('$2')} order by ${ORDER_BY[field]} ${order} nulls last, k.id desc limit $3 offset $4`,
    [since, q || null, limit, offset],
  );

export const countTracked = async (tx: Tx, { q }: KeyFilter): Promise<number> =>
  (await tx.raw<{ total: number }>(`select count(*)::int as total ${FROM} where ${found('$1')}`, [q || null]))[0]
    ?.total ?? 0;

export const findTrackedKey = async (tx: Tx, since: Date, id: number): Promise<TrackedRow | null> =>
  (await tx.raw<TrackedRow>(`${ROW} where k.revoked_at is null and k.id = $2`, [since, id]))[0] ?? null;

export interface TrackedState {
  readonly api_vendor_id: number | null;
  readonly paused_at: Date | null;
  readonly networks: readonly string[];
  readonly per_minute: number | null;
}

/** `null`: there is none, or it is revoked. */
export async function lockTracked(tx: Tx, id: number): Promise<TrackedState | null> {
  const rows = await tx.raw<TrackedState>(
    'select api_vendor_id, paused_at, networks::text[] as networks, per_minute from api_keys where id = $1 and revoked_at is null for no key update',
    [id],
  );
  return rows[0] ?? null;
}

export const updateTracked = (tx: Tx, id: number, after: TrackedState) =>
  tx.raw(
    'update api_keys set api_vendor_id = $2, paused_at = $3, networks = $4::inet[], per_minute = $5 where id = $1',
    [id, after.api_vendor_id, after.paused_at, after.networks, after.per_minute],
  );

interface RevokedKey {
  readonly user_id: number;
  readonly kind: 'key' | 'token';
  readonly name: string;
}

/** `null`: there is none, or it was revoked before. */
export const revokeTracked = async (tx: Tx, id: number, at: Date): Promise<RevokedKey | null> =>
  (
    await tx.raw<RevokedKey>(
      'update api_keys set revoked_at = $2 where id = $1 and revoked_at is null returning user_id, kind, name',
      [id, at],
    )
  )[0] ?? null;

/** True when it exists; it stays until the transaction ends. */
export const isVendor = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.raw('select from api_vendors where id = $1 for key share', [id])).length > 0;

export const keysOf = (vendor: unknown) =>
  sql`select from api_keys where api_vendor_id = ${vendor} and revoked_at is null`;

/** Revoked keys give way when their vendor goes. */
export const releaseVendor = (tx: Tx, vendorId: number) =>
  tx.raw('update api_keys set api_vendor_id = null where api_vendor_id = $1 and revoked_at is not null', [vendorId]);
