import { type downloadApiRequests, MAX_REQUESTS_COUNTED } from '#contract/api-tracking.contract.ts';
import type { Query } from '#contract/endpoint.ts';
import type { Tx } from '../../db/tx.ts';

export interface NewRequest {
  readonly keyId: number;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
  readonly requestId: string;
  readonly payload: string;
}

export const insertRequests = (tx: Tx, requests: readonly NewRequest[]) =>
  tx.raw(
    `insert into api_requests (account_id, key_id, at, method, path, status, took, request_id, payload)
     select app_account_id(), * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::smallint[],
       $6::int[], $7::text[], $8::text[])`,
    [
      requests.map(({ keyId }) => keyId),
      requests.map(({ at }) => at),
      requests.map(({ method }) => method),
      requests.map(({ path }) => path),
      requests.map(({ status }) => status),
      requests.map(({ took }) => took),
      requests.map(({ requestId }) => requestId),
      requests.map(({ payload }) => payload),
    ],
  );

export interface RequestRow {
  readonly id: number;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly took: number;
  readonly request_id: string;
  readonly payload: string;
  readonly key: { readonly id: number; readonly kind: 'key' | 'token'; readonly name: string; readonly prefix: string };
  readonly user: { readonly id: number; readonly name: string };
  readonly vendor: { readonly id: number; readonly name: string } | null;
}

type Filter = Query<typeof downloadApiRequests>;

const TABS: Readonly<Record<Filter['tab'], string>> = {
  all: 'true',
  refused: 'r.status >= 400 and r.status < 500',
  failed: 'r.status >= 500',
};
export const PERSON = `trim(u.first_name || ' ' || u.last_name)`;
const FILTERS: Readonly<Record<NonNullable<Filter['filter_by']>, string>> = {
  vendor: `strpos(lower(v.vendor_name), lower($1)) > 0`,
  key: `(strpos(lower(k.name), lower($1)) > 0 or starts_with(k.prefix, $1))`,
  user: `strpos(lower(${PERSON}), lower($1)) > 0`,
  path: 'strpos(lower(r.path), lower($1)) > 0',
  status: 'r.status::text = $1',
  request_id: 'r.request_id = $1',
};

export const OF_KEY = `json_build_object('id', u.id, 'name', ${PERSON}) as "user",
  case when v.id is null then null else json_build_object('id', v.id, 'name', v.vendor_name) end as vendor`;

function narrowed({ tab, filter_by: by, filter_value: value = '' }: Filter) {
  const isFiltered = by !== undefined && value.trim() !== '';
  return {
    where: `from api_requests r join api_keys k on k.id = r.key_id join users u on u.id = k.user_id
      left join api_vendors v on v.id = k.api_vendor_id
      where ${TABS[tab]} and ${isFiltered ? FILTERS[by] : '$1::text is null'}`,
    value: isFiltered ? value.trim() : null,
  };
}

/** Newest first. */
export function findRequests(
  tx: Tx,
  filter: Filter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<RequestRow[]> {
  const { where, value } = narrowed(filter);
  return tx.raw<RequestRow>(
    `select r.id, r.at, r.method, r.path, r.status, r.took, r.request_id, r.payload,
       json_build_object('id', k.id, 'kind', k.kind, 'name', k.name, 'prefix', k.prefix) as key, ${OF_KEY}
     ${where} order by r.id desc limit $2 offset $3`,
    [value, limit, offset],
  );
}

export async function countRequests(tx: Tx, filter: Filter): Promise<number> {
  const { where, value } = narrowed(filter);
  const [row] = await tx.raw<{ total: number }>(
    `select count(*)::int as total from (select ${where} limit ${MAX_REQUESTS_COUNTED}) counted`,
    [value],
  );
  return row?.total ?? 0;
}
