import type { NotificationKind } from '#contract/notifications.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Notice } from './notice.ts';

export interface NotificationRow {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly title: string;
  readonly body: string;
  readonly href: string;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

const COLUMNS = 'id, kind, title, body, href, created_at, read_at';

type NewNotification = Required<Omit<Notice, 'isSeen'>> & { readonly readAt: Date | null };

/** `null`: it was told before. */
export async function insertNotification(tx: Tx, one: NewNotification): Promise<number | null> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into notifications (account_id, user_id, kind, about_id, occurrence, title, body, href, created_at, read_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
    [one.userId, one.kind, one.aboutId, one.occurrence, one.title, one.body, one.href, one.at, one.readAt],
  );
  return row?.id ?? null;
}

interface Asked {
  readonly isUnread: boolean;
  /** `null`: from the newest. */
  readonly before: number | null;
  readonly limit: number;
}

/** Newest first. */
export const findNotifications = (tx: Tx, userId: number, { isUnread, before, limit }: Asked) =>
  tx.raw<NotificationRow>(
    `select ${COLUMNS} from notifications
     where user_id = $1 and ($2::bigint is null or id < $2) ${isUnread ? 'and read_at is null' : ''}
     order by id desc limit $3`,
    [userId, before, limit],
  );

export async function countUnread(tx: Tx, userId: number, most: number): Promise<number> {
  const [row] = await tx.raw<{ unread: number }>(
    `select count(*)::int as unread
     from (select from notifications where user_id = $1 and read_at is null limit $2) unread`,
    [userId, most],
  );
  return row?.unread ?? 0;
}

/** `null`: none of this user. */
export async function lockNotification(tx: Tx, userId: number, id: number): Promise<NotificationRow | null> {
  const [row] = await tx.raw<NotificationRow>(
    `select ${COLUMNS} from notifications where id = $1 and user_id = $2 for update`,
    [id, userId],
  );
  return row ?? null;
}

export const setRead = (tx: Tx, id: number, at: Date | null) =>
  tx.raw('update notifications set read_at = $2 where id = $1', [id, at]);

/** Up to one of them; `null`: all. Returns the ids of those that have changed. */
export const readAll = (tx: Tx, userId: number, at: Date, through: number | null) =>
  tx.raw<{ id: number }>(
    `update notifications set read_at = $2
     where user_id = $1 and read_at is null and ($3::bigint is null or id <= $3) returning id`,
    [userId, at, through],
  );

export const unreadAll = (tx: Tx, userId: number, readAt: Date) =>
  tx.raw<{ id: number }>('update notifications set read_at = null where user_id = $1 and read_at = $2 returning id', [
    userId,
    readAt,
  ]);
