import type { EventContent } from '#rules/integrations/event-content.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import {
  type CalendarAccount,
  type RemoteEvent,
  RemoteFault,
  type Written,
} from '../../adapters/calendars/calendar-port.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';

interface Place {
  readonly accountId: number;
  readonly authorizationId: number;
}

interface SampleRow {
  readonly remote_id: string;
  readonly body: EventContent;
  readonly seq: number;
  readonly deleted: boolean;
  readonly updated_at: Date;
}

const CALENDAR = 'sample';

const eventOf = ({ remote_id: id, body, seq, updated_at: changedAt }: SampleRow): RemoteEvent => ({
  ...body,
  id,
  icalUid: `${id}@sample`,
  etag: String(seq),
  token: id,
  changedAt,
  isPrivate: false,
  seriesId: null,
  originalStart: null,
});

const writtenOf = ({ remote_id: id, seq }: SampleRow): Written => ({ id, icalUid: `${id}@sample`, etag: String(seq) });

const SELECT = 'select remote_id, body, seq, deleted, updated_at from sample_remote_events';
const NEXT = `(select coalesce(max(seq), 0) + 1 from sample_remote_events where authorization_id = $1)`;

async function findRow(tx: Tx, authorizationId: number, id: string): Promise<SampleRow | null> {
  const [row] = await tx.raw<SampleRow>(`${SELECT} where authorization_id = $1 and remote_id = $2 for update`, [
    authorizationId,
    id,
  ]);
  return row ?? null;
}

async function writeRow(
  tx: Tx,
  authorizationId: number,
  { id, body, deleted, at }: { id: string; body: EventContent; deleted: boolean; at: Date },
): Promise<SampleRow> {
  const [row] = await tx.raw<SampleRow>(
    `insert into sample_remote_events (account_id, authorization_id, remote_id, body, seq, deleted, updated_at)
     values (app_account_id(), $1, $2, $3, ${NEXT}, $4, $5)
     on conflict (authorization_id, remote_id) do update set body = excluded.body, seq = excluded.seq, deleted = excluded.deleted,
       updated_at = excluded.updated_at
     returning remote_id, body, seq, deleted, updated_at`,
    [authorizationId, id, JSON.stringify(body), deleted, at],
  );
  if (row === undefined) throw new Error('the sample event is not there');
  return row;
}

/** A calendar account that is simulated in this database: for demo and development, where no provider is set up. */
export function sampleCalendar(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  { accountId, authorizationId }: Place,
): CalendarAccount {
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withAccount(pool, { accountId }, work);
  return {
    whoami: () => Promise.resolve({ id: CALENDAR, name: 'Simulated calendar' }),
    calendars: () => Promise.resolve([{ id: CALENDAR, name: 'Simulated calendar', isPrimary: true, isWritable: true }]),
    changes: (_calendar, cursor) =>
      within(async (tx) => {
        const rows = await tx.raw<SampleRow>(`${SELECT} where authorization_id = $1 and seq > $2 order by seq`, [
          authorizationId,
          Number(cursor ?? 0),
        ]);
        return {
          events: rows.filter(({ deleted }) => !deleted).map(eventOf),
          removed: rows
            .filter(({ deleted }) => deleted)
            .map(({ remote_id: id }) => ({ id, seriesId: null, originalStart: null })),
          cursor: String(rows.at(-1)?.seq ?? cursor ?? 0),
          isFull: cursor === null,
          whole: new Set(),
        };
      }),
    // A simulated series has no events that differ from its rule.
    instance: () => Promise.resolve(null),
    insert: (_calendar, token, content) =>
      within(async (tx) => {
        const known = await findRow(tx, authorizationId, token);
        return writtenOf(
          known ?? (await writeRow(tx, authorizationId, { id: token, body: content, deleted: false, at: now() })),
        );
      }),
    update: (_calendar, { id, etag }, content, fields) =>
      within(async (tx) => {
        const known = await findRow(tx, authorizationId, id);
        if (known === null || known.deleted) throw new RemoteFault('missing', 'Deleted.');
        if (String(known.seq) !== etag) throw new RemoteFault('changed', 'Changed.');
        const body = { ...known.body, ...Object.fromEntries(fields.map((field) => [field, content[field]])) };
        return writtenOf(await writeRow(tx, authorizationId, { id, body, deleted: false, at: now() }));
      }),
    remove: (_calendar, { id, token }) =>
      within(async (tx) => {
        const known = await findRow(tx, authorizationId, id ?? token);
        if (known === null || known.deleted) return;
        await writeRow(tx, authorizationId, { id: known.remote_id, body: known.body, deleted: true, at: now() });
      }),
    watch: null,
    unwatch: () => Promise.resolve(),
  };
}

/** What a new sample calendar has in it. */
export async function fillSample(tx: Tx, authorizationId: number, zone: string, at: Date): Promise<void> {
  const [known] = await tx.raw('select from sample_remote_events where authorization_id = $1 limit 1', [
    authorizationId,
  ]);
  if (known !== undefined) return;
  const today = dayIn(zone, at);
  const timed = (title: string, days: number, from: string, to: string, more: Partial<EventContent['when']> = {}) => ({
    title,
    place: '',
    notes: 'Of a simulated calendar.',
    when: {
      all_day: false,
      zone,
      start_local: `${plusDays(today, days)}T${from}`,
      end_local: `${plusDays(today, days)}T${to}`,
      rule: '',
      repeat_until: null,
      excluded: [],
      ...more,
    },
  });
  const conference = {
    all_day: true,
    start_local: `${plusDays(today, 7)}T00:00`,
    end_local: `${plusDays(today, 9)}T00:00`,
  };
  const events = [
    timed('Team meeting', 1, '08:30', '09:00', { rule: 'FREQ=WEEKLY' }),
    timed('Dentist', 3, '12:15', '13:00'),
    timed('Carrier conference', 7, '00:00', '00:00', conference),
  ];
  for (const [place, body] of events.entries())
    await writeRow(tx, authorizationId, { id: `sample-${place + 1}`, body, deleted: false, at });
}
