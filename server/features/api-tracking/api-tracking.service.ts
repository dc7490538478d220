import {
  type downloadApiRequests,
  type listApiRequests,
  type listTrackedKeys,
  REQUESTS_KEPT_DAYS,
  type TrackedKey,
  type updateTrackedKey,
} from '#contract/api-tracking.contract.ts';
import type { Body, Query, Reply } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type CsvLines, MAX_CSV_LINES } from '../../http/download.ts';
import type { Identity } from '../../identity.ts';
import { isNetwork, NETWORK_FORM } from '../../networks.ts';
import type { Caller } from '../../resource/table.ts';
import { notify } from '../notifications/notify.ts';
import { countRequests, findRequests } from './api-requests.sql.ts';
import * as sql from './tracked-keys.sql.ts';

type Use = Pick<Deps, 'pool' | 'now'>;

export const listRequests = (
  { pool }: Use,
  identity: Identity,
  { page, limit, ...filter }: Query<typeof listApiRequests>,
): Promise<Reply<typeof listApiRequests>> =>
  withAccount(pool, identity, async (tx) => {
    const rows = await findRequests(tx, filter, { limit, offset: (page - 1) * limit });
    const total = await countRequests(tx, filter);
    return {
      data: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) },
    };
  });

const REQUEST_HEAD = [
  'Time',
  'Method',
  'Path',
  'Fields',
  'Vendor',
  'User',
  'Key',
  'Prefix',
  'Status',
  'Milliseconds',
  'Request id',
];

/** The requests of a list as lines of a CSV file, newest first. */
export const requestLines = (
  { pool }: Use,
  identity: Identity,
  filter: Query<typeof downloadApiRequests>,
): Promise<CsvLines> =>
  withAccount(pool, identity, async (tx) => {
    const rows = await findRequests(tx, filter, { limit: MAX_CSV_LINES, offset: 0 });
    const lines = rows.map((row) => [
      row.at.toISOString(),
      row.method,
      row.path,
      row.payload,
      row.vendor?.name ?? '',
      row.user.name,
      row.key.kind === 'token' ? 'Token' : row.key.name,
      row.key.prefix,
      String(row.status),
      String(row.took),
      row.request_id,
    ]);
    return [REQUEST_HEAD, ...lines];
  });

const sinceOf = ({ now }: Use): Date => new Date(now().getTime() - REQUESTS_KEPT_DAYS * 24 * 3_600_000);

const keyOf = (row: sql.TrackedRow): TrackedKey => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

export const listKeys = (
  deps: Use,
  identity: Identity,
  { page, limit, ...filter }: Query<typeof listTrackedKeys>,
): Promise<Reply<typeof listTrackedKeys>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const rows = await sql.findTracked(tx, sinceOf(deps), filter, { limit, offset: (page - 1) * limit });
    const total = await sql.countTracked(tx, filter);
    return {
      data: rows.map(keyOf),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) },
    };
  });

const KEY_HEAD = [
  'Key',
  'Prefix',
  'User',
  'Vendor',
  'Scopes',
  'Requests per minute',
  'Allowed addresses',
  'Paused',
  'Created',
  'Last used',
  `Requests in ${REQUESTS_KEPT_DAYS} days`,
  'Refused',
];

/** The keys of a list as lines of a CSV file, in its order. */
export const keyLines = (deps: Use, identity: Identity, filter: sql.KeyFilter): Promise<CsvLines> =>
  withAccount(deps.pool, identity, async (tx) => {
    const rows = await sql.findTracked(tx, sinceOf(deps), filter, { limit: MAX_CSV_LINES, offset: 0 });
    const lines = rows.map((key) => [
      key.kind === 'token' ? 'Token' : key.name,
      key.prefix,
      key.user.name,
      key.vendor?.name ?? '',
      key.scopes === null ? 'all' : key.scopes.join(' '),
      String(key.per_minute ?? ''),
      key.networks.join(' '),
      key.paused ? 'yes' : 'no',
      key.created_at.toISOString(),
      key.last_used_at?.toISOString() ?? '',
      String(key.requests),
      String(key.refused),
    ]);
    return [KEY_HEAD, ...lines];
  });

/** Its user is notified. @throws {Refusal} `not_found` when it is revoked. */
export const revokeKey = (deps: Use, { identity, requestId }: Caller, id: number): Promise<void> =>
  withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const revoked = await sql.revokeTracked(tx, id, at);
    if (revoked === null) throw new Refusal('not_found', 'API key not found.');
    const { user_id: userId, kind, name } = revoked;
    await writeAudit(tx, identity, requestId, {
      action: 'apiKey.revoked',
      subjectType: 'apiKey',
      subjectId: id,
      detail: { user_id: userId },
    });
    if (userId === identity.userId) return;
    await notify(tx, {
      accountId: identity.accountId,
      userId,
      kind: 'integration',
      aboutId: id,
      occurrence: `key_revoked:${id}`,
      title: kind === 'token' ? 'Your API token was revoked' : `Your API key “${name}” was revoked`,
      body: 'An administrator revoked it. Programs that use it have stopped working.',
      href: '/account/profile?tab=api',
      at,
    });
  });

/** @throws {Refusal} `not_found` when it is revoked, `refused` for an unknown vendor or a text that is no network. */
export const changeKey = (
  deps: Use,
  { identity, requestId }: Caller,
  id: number,
  { api_vendor_id: vendor, paused, networks, per_minute: perMinute }: Body<typeof updateTrackedKey>,
): Promise<TrackedKey> =>
  withAccount(deps.pool, identity, async (tx) => {
    const before = await sql.lockTracked(tx, id);
    if (before === null) throw new Refusal('not_found', 'API key not found.');
    if (typeof vendor === 'number' && !(await sql.isVendor(tx, vendor)))
      throw refuseField('api_vendor_id', 'Lead vendor not found.');
    if (networks?.every(isNetwork) === false) throw refuseField('networks', NETWORK_FORM);
    const isPaused = paused ?? before.paused_at !== null;
    const after = {
      api_vendor_id: vendor === undefined ? before.api_vendor_id : vendor,
      paused_at: isPaused ? (before.paused_at ?? deps.now()) : null,
      networks: networks ?? before.networks,
      per_minute: perMinute === undefined ? before.per_minute : perMinute,
    };
    await sql.updateTracked(tx, id, after);
    await writeAudit(tx, identity, requestId, {
      action: 'apiKey.tracked',
      subjectType: 'apiKey',
      subjectId: id,
      detail: {
        api_vendor_id: after.api_vendor_id,
        paused: isPaused,
        networks: after.networks,
        per_minute: after.per_minute,
      },
    });
    const row = await sql.findTrackedKey(tx, sinceOf(deps), id);
    if (row === null) throw new Error("The key wasn't found after its change.");
    return keyOf(row);
  });
