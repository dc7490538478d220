import { changedFields, CONTENT_FIELDS, type EventContent } from '#rules/integrations/event-content.ts';
import { type CalendarAccount, RemoteFault } from '../../adapters/calendars/calendar-port.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { AuthorizationRow } from './integrations.sql.ts';
import * as sql from './links.sql.ts';
import type { CalendarRow, LinkRow, LocalRow } from './links.sql.ts';
import * as parts from './parts.sql.ts';
import { contentOf, occurrenceContent, sendable } from './remote-values.ts';

/** Events written in one go. Ours: a calendar of years, in some minutes. */
const MOST_WRITTEN = 500;

interface Pushing {
  readonly deps: Pick<Deps, 'pool' | 'now'>;
  readonly row: AuthorizationRow;
  readonly account: CalendarAccount;
  readonly calendars: ReadonlyMap<number, CalendarRow>;
  /** True: events that differ from a series; else series and all others. */
  readonly ofSeries: boolean;
}

export interface Pushed {
  /** Events that were written or deleted at the provider. */
  readonly written: number;
  /** True: a write met a newer version, which has to be read first. */
  readonly isMet: boolean;
}

const within = <T>({ deps, row }: Pushing, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withAccount(deps.pool, { accountId: row.account_id }, work);

/** Links to be written, of events that have none yet, too. */
function findPending(on: Pushing): Promise<LinkRow[]> {
  const { row, calendars, ofSeries, deps } = on;
  const all = [...calendars.values()].filter(({ synced, writable }) => synced && writable);
  const target = all.find((one) => one.target);
  return within(on, async (tx) => {
    if (ofSeries) for (const { id } of all) await parts.claimParts(tx, id);
    else if (target !== undefined) {
      const wanted = { userId: row.user_id, at: deps.now(), most: MOST_WRITTEN };
      const adopted = await sql.adoptNewEvents(tx, target, { ...wanted, inSeries: false });
      // Which events are part of a series is known once all series have their link.
      if (adopted.length < MOST_WRITTEN) await sql.adoptNewEvents(tx, target, { ...wanted, inSeries: true });
    }
    return sql.pendingLinks(tx, row.id, ofSeries, MOST_WRITTEN);
  });
}

/**
 * Writes changes made here to the provider, each as its own step: what is about to be written is stored before, and the
 * answer after, so that a lost answer is found again by the next read.
 * @throws {RemoteFault} for what isn't about a single event.
 */
export async function pushChanges(on: Pushing): Promise<Pushed> {
  let written = 0;
  let isMet = false;
  for (const link of await findPending(on)) {
    const calendar = on.calendars.get(link.calendar_id);
    if (calendar === undefined) continue;
    try {
      written += Number(await pushOne(on, calendar, link));
    } catch (error) {
      if (!(error instanceof RemoteFault)) throw error;
      if (error.kind === 'changed') isMet = true;
      else if (error.kind === 'missing' || error.kind === 'cursor_gone') {
        // Deleted there and changed here: it is written again in the next round.
        await within(on, (tx) => forget(tx, link));
        isMet = true;
      } else if (error.kind === 'refused') await keepProblem(on, link, error.message);
      else throw error;
    }
  }
  return { written, isMet };
}

async function forget(tx: Tx, link: LinkRow): Promise<void> {
  if (link.original_start !== null && link.event_id !== null) await parts.saveSeparate(tx, link.id);
  else {
    await parts.deleteParts(tx, link);
    await sql.deleteLinks(tx, [link.id]);
  }
}

const keepProblem = (on: Pushing, link: LinkRow, problem: string) =>
  within(on, async (tx) => {
    const local = link.event_id === null ? null : await sql.findLocal(tx, link.event_id);
    if (local === null) await sql.deleteLinks(tx, [link.id]);
    else await sql.saveProblem(tx, link.id, local.version, problem.slice(0, 200));
  });

/** @returns true when the provider was asked. */
async function pushOne(on: Pushing, calendar: CalendarRow, link: LinkRow): Promise<boolean> {
  const found = await within(on, async (tx) => {
    const local = link.event_id === null ? null : await sql.findLocal(tx, link.event_id);
    return local && { local, content: contentOf(local, await parts.startsTakenOut(tx, link)) };
  });
  if (found !== null) return writeOne(on, calendar, link, found);
  if (link.original_start !== null) return removePart(on, calendar, link, link.original_start);
  await on.account.remove(calendar.remote_id, { id: link.remote_id, token: link.token, etag: link.etag });
  await within(on, (tx) => forget(tx, link));
  return true;
}

async function writeOne(
  on: Pushing,
  calendar: CalendarRow,
  link: LinkRow,
  { local, content: found }: { readonly local: LocalRow; readonly content: EventContent },
): Promise<boolean> {
  const { account } = on;
  const { version } = local;
  let content = found;
  // The provider may still have what an earlier write said of an event of a series, whose link is gone.
  const isNewPart = link.original_start !== null && link.remote_id === null;
  const differing = link.base === null || isNewPart ? CONTENT_FIELDS : changedFields(link.base, content);
  let fields = link.base === null ? differing : sendable(differing, link.private);
  if ((link.remote_id !== null || link.original_start !== null) && fields.length === 0) {
    await within(on, (tx) => sql.saveVersion(tx, link.id, version));
    return false;
  }
  const known = await knownAt(on, calendar, link, content);
  await within(on, async (tx) => {
    if (link.remote_id !== null && link.original_start === null && fields.includes('when')) {
      // Providers may lose what differs from a series when its times change.
      await parts.deleteParts(tx, link);
      content = contentOf(local, await parts.startsTakenOut(tx, link));
    }
    await sql.saveSending(tx, link.id, content);
  });
  const written =
    known === null
      ? await account.insert(calendar.remote_id, link.token, content)
      : await account.update(calendar.remote_id, known, content, fields);
  await within(on, (tx) => sql.saveWritten(tx, link, written, { content, version }));
  return true;
}

interface Known {
  readonly id: string;
  readonly etag: string;
  readonly isPart: boolean;
}

/** Where an event is at the provider; `null`: it is to be added. @throws {RemoteFault} `missing` for a part that isn't there. */
async function knownAt(
  { account }: Pushing,
  calendar: CalendarRow,
  { remote_id: id, etag, series_remote_id: seriesId, original_start: originalStart }: LinkRow,
  { when }: EventContent,
): Promise<Known | null> {
  const isPart = seriesId !== null && originalStart !== null;
  if (id !== null) return { id, etag, isPart };
  if (!isPart) return null;
  const place = { seriesId, originalStart, zone: when.zone, isAllDay: when.all_day };
  const found = await account.instance(calendar.remote_id, place);
  if (found === null) throw new RemoteFault('missing', 'The series has no such event.');
  return { ...found, isPart };
}

/** The series leaves out an event that was deleted here, or has it as its rule says again where that was undone. */
async function removePart(on: Pushing, calendar: CalendarRow, link: LinkRow, start: string): Promise<boolean> {
  const { account } = on;
  const series = await within(on, (tx) => parts.seriesOf(tx, link));
  const isBack = series !== null && !series.excluded.includes(start);
  const content = series && occurrenceContent(contentOf(series, []), start);
  const known = content && (await knownAt(on, calendar, link, content).catch(missingAsNull));
  if (isBack && content !== null && known !== null)
    await account.update(calendar.remote_id, known, content, sendable(CONTENT_FIELDS, link.private));
  else if (known !== null || link.remote_id !== null)
    await account.remove(calendar.remote_id, { token: link.token, id: link.remote_id, etag: '', ...known });
  await within(on, (tx) => (isBack ? sql.deleteLinks(tx, [link.id]) : parts.saveLeftOut(tx, link.id)));
  return true;
}

function missingAsNull(error: unknown): null {
  if (error instanceof RemoteFault && error.kind === 'missing') return null;
  throw error;
}
