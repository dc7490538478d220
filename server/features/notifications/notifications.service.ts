import * as z from 'zod/mini';
import type { Body, Query, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/notifications.contract.ts';
import { type Notification, UNREAD_MAX } from '#contract/notifications.contract.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import * as sql from './notifications.sql.ts';
import { tellInbox } from './notify.ts';

type Use = Pick<Deps, 'pool' | 'now'>;

const Place = z.coerce.number().check(z.int(), z.positive());

/** @throws {Refusal} `refused` for a cursor that is none. */
function readPlace(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const place = Place.safeParse(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!place.success) throw refuseField('cursor', 'This position in the list has expired. Start from the top.');
  return place.data;
}

const writePlace = (id: number): string => Buffer.from(String(id)).toString('base64url');

/** @throws {Refusal} `refused` for a cursor that is none. */
export async function listNotifications(
  { pool }: Use,
  identity: Identity,
  { show, cursor, limit }: Query<typeof contract.listNotifications>,
): Promise<Reply<typeof contract.listNotifications>> {
  const asked = { isUnread: show === 'unread', before: readPlace(cursor), limit: limit + 1 };
  const found = await withAccount(pool, identity, (tx) => sql.findNotifications(tx, identity.userId, asked));
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    data: rows.map(notificationOf),
    meta: { limit, next_cursor: last === undefined ? null : writePlace(last.id) },
  };
}

export const countNotifications = ({ pool }: Use, identity: Identity): Promise<number> =>
  withAccount(pool, identity, (tx) => sql.countUnread(tx, identity.userId, UNREAD_MAX));

/** One that is read already keeps its time. @throws {Refusal} `not_found` */
export const markNotification = (
  { pool, now }: Use,
  identity: Identity,
  id: number,
  { read }: Body<typeof contract.markNotification>,
): Promise<Notification> =>
  withAccount(pool, identity, async (tx) => {
    const row = await sql.lockNotification(tx, identity.userId, id);
    if (row === null) throw new Refusal('not_found', 'Notification not found.');
    if ((row.read_at !== null) === read) return notificationOf(row);
    const readAt = read ? now() : null;
    await sql.setRead(tx, id, readAt);
    await tellInbox(tx, identity, id);
    return notificationOf({ ...row, read_at: readAt });
  });

export const markAllNotifications = (
  { pool, now }: Use,
  identity: Identity,
  { through_id: through, undo }: Body<typeof contract.markAllNotifications>,
): Promise<Reply<typeof contract.markAllNotifications>['data']> =>
  withAccount(pool, identity, async (tx) => {
    const at = undo === undefined ? now() : new Date(undo);
    const changed =
      undo === undefined
        ? await sql.readAll(tx, identity.userId, at, through ?? null)
        : await sql.unreadAll(tx, identity.userId, at);
    const [first] = changed;
    if (first !== undefined) await tellInbox(tx, identity, first.id);
    return { changed: changed.length, read_at: at.toISOString() };
  });

const notificationOf = ({ created_at, read_at, ...row }: sql.NotificationRow): Notification => ({
  ...row,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
});
