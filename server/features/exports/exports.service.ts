import type { Readable } from 'node:stream';
import {
  EXPORTS_AT_ONCE,
  type exportContacts,
  type ExportFormat,
  type ExportManifest,
  type listExports as ListExports,
} from '#contract/exports.contract.ts';
import type { ContactsBroadcast } from '#contract/contacts/broadcasts.contract.ts';
import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Body, Query } from '#contract/endpoint.ts';
import { exportFault, isProofDue } from '#rules/imports/exports.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { writeAudit } from '../../audit.ts';
import type { Pool } from '../../db/pool.ts';
import { type Tx, txOn, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { tellEnd } from './export-notice.ts';
import { ancestorsOf, emitEvents, userStream } from '../../events.ts';
import { type Identity, requireProof } from '../../identity.ts';
import { pick, sealedSelection, sentenceOf } from '../bulk/selection.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { auditWords } from '../erasures/subject-keys.ts';
import { ownZone } from '../profile/own-day.ts';
import { beginSnapshot, takeConnection } from './export-connections.ts';
import { copyOf, countExported } from './export-rows.sql.ts';
import { exportStream } from './export-stream.ts';
import * as rows from './exports.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

type Asked = Body<typeof exportContacts> & { readonly format: ExportFormat };
type Noted = Asked & { readonly sentence: string };

/** The app, and the connections that its exports have for themselves. */
export interface Use {
  readonly deps: Deps;
  readonly connections: () => Pool;
}

/** An export that has begun. */
export interface Begun {
  readonly id: number;
  readonly stream: Readable;
}

/** Milliseconds after which an export without a connection counts as dead. Our choice: it takes its lock right away. */
const BORN_MS = 60_000;

/**
 * Counts and reads the contacts in one snapshot of the database, so that no write comes between the two. `gone` aborts
 * it when the client has left.
 * @throws {Refusal} `refused` by field, `not_found` for a user or pool of the scope that isn't visible, `sudo_required`
 * or `access_denied` for many without re-authentication, `conflict` when the count differs from the one shown,
 * `too_many` when the business unit, or the server, has too many running exports.
 */
export async function beginExport(use: Use, caller: Caller, asked: Asked, gone: AbortSignal): Promise<Begun> {
  const { deps, connections } = use;
  const { identity } = caller;
  const { format, columns } = asked;
  const client = await takeConnection(connections());
  if (client === null) throw busy('Too many exports are running on this server');
  try {
    await beginSnapshot(client, identity, deps);
    const tx = txOn(client);
    // The snapshot takes no row; that of the export tells of a search by drug.
    const picked = await pick({ ...deps, isAudited: true }, tx, identity, asked.selection);
    const seen = await seenBy(tx, identity);
    const count = await countExported(tx, picked, seen);
    requireAllowed(identity, asked, count, deps.now());
    const sentence = await sentenceOf(tx, identity, asked.selection);
    const noted = { ...asked, sentence };
    if (count !== asked.confirmed) throw await refused(deps, caller, noted, count);
    if (!(await rows.takeSlot(tx, identity.businessUnitId, EXPORTS_AT_ONCE))) {
      throw busy(`${EXPORTS_AT_ONCE} exports are running in your business unit`);
    }
    const id = await note(deps, caller, noted, { count, refusal: null });
    await rows.holdExport(tx, id);
    const zone = await ownZone(tx, identity.userId);
    const copy = await copyOf(tx, { picked, seen, columns, forCsv: format === 'csv', zone });
    const end = (ending: rows.Ending) => settle(deps, caller, id, ending);
    return { id, stream: exportStream({ client, copy, format, columns, rows: count, now: deps.now, end }, gone) };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const busy = (why: string) => new Refusal('too_many', `${why}. Wait until one ends.`, { retryAfter: 15 });

/** @throws {Refusal} `refused` by field, `sudo_required` or `access_denied` without re-authentication. */
function requireAllowed(identity: Identity, { columns, why }: Asked, count: number, at: Date): void {
  const fault = exportFault({ count, columns, why });
  // An empty result means that the count before it was wrong.
  if (fault !== null && count > 0) throw refuseField(fault.field, fault.text);
  if (isProofDue(count)) requireProof(identity, at);
}

/**
 * Records that no data left, because the number of contacts differs from what was displayed; returns the message for
 * the caller.
 */
async function refused(deps: Deps, caller: Caller, asked: Noted, count: number): Promise<Refusal> {
  const refusal = mismatchOf(asked, count);
  await note(deps, caller, asked, { count, refusal });
  return new Refusal('conflict', refusal);
}

interface Noting {
  readonly count: number;
  /** `null`: it begins. */
  readonly refusal: string | null;
}

/** Stores the manifest before any of the file is sent. Returns its id. */
function note(deps: Deps, { identity, requestId }: Caller, asked: Noted, { count, refusal }: Noting): Promise<number> {
  const { accountId, businessUnitId, userId, actorId } = identity;
  const { format, sentence, columns, why, confirmed } = asked;
  const selection = sealedSelection(deps.seal, asked.selection);
  return withAccount(deps.pool, identity, async (tx) => {
    const fresh = { accountId, businessUnitId, userId, actorId, format, selection, sentence, columns, why, confirmed };
    const made = await rows.insertExport(tx, fresh, deps.now(), refusal);
    await writeAudit(tx, identity, requestId, {
      action: refusal === null ? 'contacts.exported' : 'export.refused',
      subjectType: 'export',
      subjectId: made,
      detail: {
        format,
        columns,
        contacts: count,
        birth_dates: columns.includes('dob'),
        words: await auditWords(tx, deps.seal, { type: 'export', id: made }, { sentence, why }),
      },
    });
    await tellAbove(tx, identity);
    return made;
  });
}

function mismatchOf({ selection, confirmed }: Asked, count: number): string {
  const [now, shown] = [count, confirmed].map(formatCount);
  return 'ids' in selection
    ? `You can access ${now} of the ${shown} contacts. Select them again.`
    : `The list now has ${now} contacts, not ${shown}. Check the count again.`;
}

/** @throws when it has ended before, since its connection was held for dead. */
const settle = ({ pool, now }: Deps, { identity, requestId }: Caller, id: number, ending: rows.Ending): Promise<void> =>
  withAccount(pool, identity, async (tx) => {
    const ended = await rows.endExport(tx, id, ending, now());
    if (ended === null) throw new Error(`Export ${id} has ended before.`);
    await writeAudit(tx, identity, requestId, {
      action: ending.failure === null ? 'export.completed' : 'export.failed',
      subjectType: 'export',
      subjectId: id,
      detail: { ...ending },
    });
    await tellEnd(tx, ended, now());
    await tellAbove(tx, identity);
  });

/** Managers are notified of an export; the list has the details. */
async function tellAbove(tx: Tx, { accountId, userId }: Identity): Promise<void> {
  const body = { type: 'exports.changed' } as const satisfies ContactsBroadcast;
  const hearers = [userId, ...(await ancestorsOf(tx, userId))];
  await emitEvents(
    tx,
    accountId,
    hearers.map((hearer) => ({ stream: userStream(hearer), body })),
  );
}

const viewerOf = ({ userId, businessUnitId, roles }: Identity): rows.Viewer => ({
  userId,
  businessUnitId,
  reach: reachOf(roles),
});

/** Ends those that died silently, so that nothing waits for them. */
async function bury(tx: Tx, at: Date): Promise<void> {
  const born = new Date(at.getTime() - BORN_MS);
  const dead = await rows.endDead(tx, 'The server stopped before the file was complete.', at, born);
  for (const ended of dead) await tellEnd(tx, ended, at);
}

export function listExports(
  { pool, now }: Deps,
  identity: Identity,
  { page, limit, sha256 }: Query<typeof ListExports>,
): Promise<{ data: ExportManifest[]; meta: ListMeta }> {
  const filter = { ...viewerOf(identity), sha256: sha256 ?? null };
  return withAccount(pool, identity, async (tx) => {
    await bury(tx, now());
    const found = await rows.findExports(tx, filter, { offset: (page - 1) * limit, limit });
    const total = await rows.countExports(tx, filter);
    const meta = { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit) };
    return { data: found.map(rows.toManifest), meta };
  });
}

/** @throws {Refusal} `not_found` */
export async function readExport({ pool, now }: Deps, identity: Identity, id: number): Promise<ExportManifest> {
  const found = await withAccount(pool, identity, async (tx) => {
    await bury(tx, now());
    return rows.findExport(tx, viewerOf(identity), id);
  });
  if (found === null) throw new Refusal('not_found', 'Export not found.');
  return rows.toManifest(found);
}
