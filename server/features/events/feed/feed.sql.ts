import type { Tx } from '../../../db/tx.ts';
import type { SharedRow } from './ics-calendar.ts';

const COLUMNS = `id, user_id, contact_id, series_id, type, title, place, notes, all_day, start_local, end_local, zone, rule, repeat_until,
  excluded, reminders, guests, invites_contact, series_start, version, created_at, updated_at`;

/** Events of a calendar that aren't over since a time, by their start; series before what was taken out of them. */
export const findShared = (tx: Tx, userId: number, since: Date, most: number): Promise<SharedRow[]> =>
  tx.raw(
    `select ${COLUMNS} from calendar_events where user_id = $1 and over_at > $2
     order by series_id nulls first, starts_at, id limit $3`,
    [userId, since, most],
  );

/** Some events as they are now, with their series and what was taken out of them. */
export const findFamilies = (tx: Tx, ids: readonly number[]): Promise<SharedRow[]> =>
  tx.raw(
    `with roots as (select distinct coalesce(series_id, id) as id from calendar_events where id = any($1))
     select ${COLUMNS} from calendar_events where id in (select id from roots) or series_id in (select id from roots)
     order by series_id nulls first, id`,
    [ids],
  );

export const findName = async (tx: Tx, userId: number): Promise<string> =>
  (await tx.raw<{ name: string }>('select name from names_of_people(array[$1::bigint])', [userId]))[0]?.name ?? '';
