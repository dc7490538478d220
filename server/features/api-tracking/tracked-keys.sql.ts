import { sql } from 'kysely';
import type { Permission } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { OF_KEY, type RequestRow } from './api-requests.sql.ts';

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

/** Keys that are not revoked, those last used first; or the one of this id. */
export const findTracked = (tx: Tx, since: Date, id: number | null = null) =>
  tx.raw<TrackedRow>(
    `select k.id, k.kind, k.name, k.prefix, k.scopes, k.paused_at is not null as paused, k.networks::text[] as networks,
       k.per_minute, k.created_at, k.last_used_at,
       c.requests, c.refused, ${OF_KEY}
     from api_keys k join users u on u.id = k.user_id left join api_vendors v on v.id = k.api_vendor_id
     cross join lateral (
       select count(*)::int as requests, (count(*) filter (where r.status >= 400))::int as refused
       from api_requests r where r.key_id = k.id and r.at >= $1
     ) c
     where k.revoked_at is null and ($2::bigint is null or k.id = $2)
     order by k.last_used_at desc nulls last, k.id desc`,
    [since, id],
  );

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

/** True when it exists; it stays until the transaction ends. */
export const isVendor = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.raw('select from api_vendors where id = $1 for key share', [id])).length > 0;

export const keysOf = (vendor: unknown) =>
  sql`select from api_keys where api_vendor_id = ${vendor} and revoked_at is null`;

/** Revoked keys give way when their vendor goes. */
export const releaseVendor = (tx: Tx, vendorId: number) =>
  tx.raw('update api_keys set api_vendor_id = null where api_vendor_id = $1 and revoked_at is not null', [vendorId]);
