import { randomUUID } from 'node:crypto';
import type { EventContent } from '#rules/integrations/event-content.ts';
import type { Tx } from '../../db/tx.ts';
import { findLocal, insertLink, type LinkRow, type LocalRow } from './links.sql.ts';
import { occurrenceContent } from './remote-values.ts';

/** Events that differ from their series, or that it leaves out, as events of the provider's series. */

const newToken = (): string => `b0${randomUUID().replaceAll('-', '')}`;

/** Starts of a series that it doesn't leave out at the provider: they are events of their own, or will be. */
export const startsTakenOut = async (tx: Tx, { calendar_id, remote_id, event_id }: LinkRow): Promise<string[]> =>
  (
    await tx.raw<{ start: string }>(
      `select original_start as start from calendar_links
         where calendar_id = $1 and series_remote_id = $2 and original_start is not null
       union select series_start from calendar_events e where series_id = $3 and series_start is not null
         and not exists (select from calendar_links l where l.event_id = e.id)`,
      [calendar_id, remote_id, event_id],
    )
  ).map(({ start }) => start);

interface NewPart {
  readonly event_id: number;
  readonly start: string;
  readonly series_remote_id: string;
  readonly private: boolean;
  readonly base: EventContent;
}

/**
 * Gives events that differ from a series their place in it, once the provider has it as it is here. What both sides said
 * last of them is what the series says.
 */
export async function claimParts(tx: Tx, calendarId: number): Promise<void> {
  const found = await tx.raw<NewPart>(
    `select e.id as event_id, e.series_start as start, s.remote_id as series_remote_id, s.private, s.base
     from calendar_links s join calendar_events m on m.id = s.event_id join calendar_events e on e.series_id = m.id
     where s.calendar_id = $1 and s.original_start is null and s.remote_id is not null and s.base is not null
       and s.sending is null and s.local_version = m.version and calendar_of_part(e) = s.calendar_id
       and not exists (select from calendar_links l where l.event_id = e.id)
     order by e.id`,
    [calendarId],
  );
  for (const { start, base: series, ...part } of found) {
    const base = occurrenceContent(series, start);
    const place = base === null ? { series_remote_id: null, original_start: null } : { ...part, original_start: start };
    await insertLink(tx, {
      calendar_id: calendarId,
      event_id: part.event_id,
      token: newToken(),
      remote_id: null,
      ical_uid: '',
      etag: '',
      local_version: 0,
      base,
      series_remote_id: place.series_remote_id,
      original_start: place.original_start,
      cancelled: false,
      private: part.private,
    });
  }
}

/** The provider's series loses what differed from it with this change, or all of it is gone: what is here is sent again. */
export const deleteParts = (tx: Tx, { calendar_id, remote_id }: LinkRow) =>
  tx.raw('delete from calendar_links where calendar_id = $1 and series_remote_id = $2', [calendar_id, remote_id]);

/** The provider's series has no such event: it goes there as an event of its own. */
export const saveSeparate = (tx: Tx, id: number) =>
  tx.raw(
    `update calendar_links set token = $2, remote_id = null, ical_uid = '', etag = '', base = null, sending = null, local_version = 0,
       series_remote_id = null, original_start = null where id = $1`,
    [id, newToken()],
  );

/** An event of a series is gone on both sides; the series still leaves its start out. */
export const saveLeftOut = (tx: Tx, id: number) =>
  tx.raw('update calendar_links set cancelled = true where id = $1 and event_id is null', [id]);

/** The series here that a link is part of; `null`: it is gone. */
export async function seriesOf(tx: Tx, { calendar_id, series_remote_id }: LinkRow): Promise<LocalRow | null> {
  const [row] = await tx.raw<{ event_id: number | null }>(
    'select event_id from calendar_links where calendar_id = $1 and remote_id = $2',
    [calendar_id, series_remote_id],
  );
  return row?.event_id == null ? null : findLocal(tx, row.event_id);
}
