import { changedFields, CONTENT_FIELDS, type EventContent } from '#rules/integrations/event-content.ts';
import { type CalendarAccount, RemoteFault } from '../../adapters/calendars/calendar-port.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { AuthorizationRow } from './integrations.sql.ts';
import * as sql from './links.sql.ts';
import type { CalendarRow, LinkRow, LocalRow } from './links.sql.ts';
import { contentOf, sendable } from './remote-values.ts';

/** Events written in one go. Ours: a calendar of years, in some minutes. */
const MOST_WRITTEN = 500;

interface Pushing {
  readonly deps: Pick<Deps, 'pool' | 'now'>;
  readonly row: AuthorizationRow;
  readonly account: CalendarAccount;
  readonly calendars: ReadonlyMap<number, CalendarRow>;
}

export interface Pushed {
  /** Events that were written or deleted at the provider. */
  readonly written: number;
  /** True: a write met a newer version, which has to be read first. */
  readonly isMet: boolean;
}

/**
 * Writes changes made here to the provider, each as its own step: what is about to be written is stored before, and the
 * answer after, so that a lost answer is found again by the next read.
 * @throws {RemoteFault} for what isn't about a single event.
 */
export async function pushChanges(on: Pushing): Promise<Pushed> {
  const { deps, row, calendars } = on;
  const scope = { accountId: row.account_id };
  const target = [...calendars.values()].find((one) => one.target && one.synced && one.writable);
  const links = await withAccount(deps.pool, scope, async (tx) => {
    if (target !== undefined) await sql.adoptNewEvents(tx, target, row.user_id, deps.now(), MOST_WRITTEN);
    return sql.pendingLinks(tx, row.id, MOST_WRITTEN);
  });
  let written = 0;
  let isMet = false;
  for (const link of links) {
    const calendar = calendars.get(link.calendar_id);
    if (calendar === undefined) continue;
    try {
      written += Number(await pushOne(on, calendar, link));
    } catch (error) {
      if (!(error instanceof RemoteFault)) throw error;
      if (error.kind === 'changed') isMet = true;
      else if (error.kind === 'missing' || error.kind === 'cursor_gone') {
        // Deleted there and changed here: it is written again in the next round.
        await withAccount(deps.pool, scope, (tx) => sql.deleteLinks(tx, [link.id]));
        isMet = true;
      } else if (error.kind === 'refused') await keepProblem(on, link, error.message);
      else throw error;
    }
  }
  return { written, isMet };
}

const keepProblem = ({ deps, row }: Pushing, link: LinkRow, problem: string) =>
  withAccount(deps.pool, { accountId: row.account_id }, async (tx) => {
    const local = link.event_id === null ? null : await sql.findLocal(tx, link.event_id);
    if (local === null) await sql.deleteLinks(tx, [link.id]);
    else await sql.saveProblem(tx, link.id, local.version, problem.slice(0, 200));
  });

/** @returns true when the provider was asked. */
async function pushOne(on: Pushing, calendar: CalendarRow, link: LinkRow): Promise<boolean> {
  const { deps, row, account } = on;
  const scope = { accountId: row.account_id };
  const found = await withAccount(deps.pool, scope, async (tx) => {
    const local = link.event_id === null ? null : await sql.findLocal(tx, link.event_id);
    return local && { local, content: contentOf(local, await sql.startsTakenOut(tx, calendar.id, link.remote_id)) };
  });
  if (found === null) {
    await account.remove(calendar.remote_id, { id: link.remote_id, token: link.token, etag: link.etag });
    await withAccount(deps.pool, scope, (tx) =>
      // Of a series, the start stays left out.
      link.original_start === null ? sql.deleteLinks(tx, [link.id]) : sql.saveLeftOut(tx, link.id),
    );
    return true;
  }
  return writeOne(on, calendar, link, found);
}

async function writeOne(
  { deps, row, account }: Pushing,
  calendar: CalendarRow,
  link: LinkRow,
  { local, content }: { readonly local: LocalRow; readonly content: EventContent },
): Promise<boolean> {
  const scope = { accountId: row.account_id };
  const { version } = local;
  const known = link.remote_id;
  const fields = link.base === null ? CONTENT_FIELDS : sendable(changedFields(link.base, content), link.private);
  if (known !== null && fields.length === 0) {
    await withAccount(deps.pool, scope, (tx) => sql.saveVersion(tx, link.id, version));
    return false;
  }
  await withAccount(deps.pool, scope, (tx) => sql.saveSending(tx, link.id, content));
  const written =
    known === null
      ? await account.insert(calendar.remote_id, link.token, content)
      : await account.update(calendar.remote_id, { id: known, etag: link.etag }, content, fields);
  await withAccount(deps.pool, scope, (tx) => sql.saveWritten(tx, link, written, { content, version }));
  return true;
}
