import {
  type Authorization,
  type AuthorizationType,
  CONFLICT_DAYS,
  type listAuthorizations,
  type listSyncedCalendars,
  MAX_CONFLICTS,
  type Offer,
  SIGNED_IN_TYPES,
  type SignedInType,
  type updateAuthorization,
} from '#contract/integrations.contract.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../../resource/table.ts';
import { revokeGrant } from '../../adapters/calendars/oauth-grant.ts';
import { isCalendar } from './accounts.ts';
import { tokensOf } from './grants.ts';
import * as sql from './integrations.sql.ts';

const DAY_MS = 86_400_000;

const unknown = () => new Refusal('not_found', 'Integration not found.');

/** A row as the contract has it. */
export function authorizationOf(row: sql.ShownAuthorization, now: Date): Authorization {
  const { due_at: due, retry_at: retry } = row;
  const next = due === null || retry === null || due > retry ? due : retry;
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    status: row.status === 'needs_you' ? 'needs_you' : row.problem === null ? 'connected' : 'behind',
    sample: row.sample,
    problem: row.problem,
    problem_text: row.problem_text,
    last_synced_at: row.last_synced_at?.toISOString() ?? null,
    syncing: row.status === 'connected' && next !== null && next <= now,
    next_sync_at: next?.toISOString() ?? null,
    events_read: row.events_read,
    events_written: row.events_written,
    events_waiting: row.events_waiting,
    calendars: row.calendars,
    calendars_synced: row.calendars_synced,
    link: row.link,
    connected_at: row.connected_at.toISOString(),
  };
}

/** @throws {Refusal} `not_found` for those of others, too. */
export async function requireOne(tx: Tx, { userId }: Identity, id: number): Promise<sql.ShownAuthorization> {
  const row = await sql.findOne(tx, userId, id);
  if (row === null) throw unknown();
  return row;
}

export const readOne = async (tx: Tx, identity: Identity, id: number, now: Date): Promise<Authorization> =>
  authorizationOf(await requireOne(tx, identity, id), now);

/** State in which an integration is offered here. */
export function offerOf({ config: { integrations } }: Pick<Deps, 'config'>, type: AuthorizationType): Offer['state'] {
  const isSignedIn = (SIGNED_IN_TYPES as readonly AuthorizationType[]).includes(type);
  if (!isSignedIn || integrations.clients[type as SignedInType] !== null) return 'ready';
  return integrations.sample && type !== 'phone_burner' ? 'sample' : 'not_set_up';
}

export function listOwn(deps: Deps, identity: Identity): Promise<Reply<typeof listAuthorizations>> {
  const { config, quotes } = deps;
  return withAccount(deps.pool, identity, async (tx) => {
    const rows = await sql.findShown(tx, identity.userId);
    const { live, total, csg } = await sql.findServerState(tx);
    const types = ['google', 'outlook', 'calendly', 'phone_burner', 'demio'] as const;
    return {
      data: rows.map((row) => authorizationOf(row, deps.now())),
      meta: {
        offers: types.map((type) => ({ type, state: offerOf(deps, type) })),
        server: {
          twilio: config.twilio !== null,
          csg: !quotes.takesKeys ? 'sample' : csg ? 'connected' : 'server',
          custom_domains: { available: config.customDomains !== null, live, total },
        },
      },
    };
  });
}

/** @throws {Refusal} `not_found`. */
export const listCalendars = (deps: Deps, identity: Identity, id: number): Promise<Reply<typeof listSyncedCalendars>> =>
  withAccount(deps.pool, identity, async (tx) => {
    await requireOne(tx, identity, id);
    const since = new Date(deps.now().getTime() - CONFLICT_DAYS * DAY_MS);
    return {
      data: await sql.findCalendars(tx, id),
      meta: { conflicts: await sql.findConflicts(tx, id, since, MAX_CONFLICTS) },
    };
  });

const audit = (tx: Tx, { identity, requestId }: Caller, what: string, id: number, detail = {}) =>
  writeAudit(tx, identity, requestId, {
    action: `authorization.${what}`,
    subjectType: 'authorization',
    subjectId: id,
    detail,
  });

/** @throws {Refusal} `not_found`, `refused` under `calendars` or `target`. */
export function updateOne(
  deps: Deps,
  caller: Caller,
  id: number,
  { calendars, target }: Body<typeof updateAuthorization>,
): Promise<Authorization> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    await requireOne(tx, identity, id);
    await sql.lockRow(tx, id);
    const known = new Map((await sql.findCalendars(tx, id)).map((one) => [one.id, one]));
    if (calendars?.some((one) => !known.has(one)) === true)
      throw refuseField('calendars', 'Choose calendars of this integration.');
    if (target != null && known.get(target)?.writable !== true)
      throw refuseField('target', 'Choose a calendar of this integration that you can write to.');
    if (target != null && calendars?.includes(target) === false)
      throw refuseField('target', 'Sync the calendar that takes new events.');
    if (calendars !== undefined) await sql.chooseCalendars(tx, id, calendars);
    if (target !== undefined) await sql.chooseTarget(tx, identity.userId, target);
    await sql.makeDue(tx, id, deps.now());
    await audit(tx, caller, 'updated', id, { calendars, target });
    return readOne(tx, identity, id, deps.now());
  });
}

/** @throws {Refusal} `not_found`, `conflict` for what has nothing to sync. */
export const requestSync = (deps: Deps, caller: Caller, id: number): Promise<Authorization> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const { type, status } = await requireOne(tx, caller.identity, id);
    if (!isCalendar(type)) throw new Refusal('conflict', 'This integration has no calendar to sync.');
    if (status === 'needs_you') throw new Refusal('conflict', 'Sign in again first.');
    await sql.makeDue(tx, id, deps.now());
    await audit(tx, caller, 'sync_requested', id);
    return readOne(tx, caller.identity, id, deps.now());
  });

/** Forgets tokens and tells the provider; events stay on both sides. @throws {Refusal} `not_found`. */
export async function disconnectOne(deps: Deps, caller: Caller, id: number): Promise<void> {
  const row = await withAccount(deps.pool, caller.identity, async (tx) => {
    await requireOne(tx, caller.identity, id);
    const locked = await sql.lockRow(tx, id);
    await sql.disconnect(tx, id, deps.now());
    await audit(tx, caller, 'disconnected', id, { type: locked?.type });
    return locked;
  });
  if (row === null || row.sealed === null || row.type === 'calendly' || row.type === 'demio') return;
  const client = deps.config.integrations.clients[row.type];
  if (client === null) return;
  try {
    await revokeGrant(client, tokensOf(deps, row));
  } catch (error) {
    // Its key is gone: the provider ends the grant when it isn't used.
    deps.log.info({ err: error, authorizationId: id }, 'a grant could not be revoked');
  }
}
