import { DEFAULT_REMINDERS } from '#contract/events/calendar.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface SettingsRow {
  readonly reminders: readonly number[];
  readonly remind_by_email: boolean;
  readonly feed_busy_only: boolean;
  readonly feed_made_at: Date | null;
  readonly feed_read_at: Date | null;
}

const DEFAULTS: SettingsRow = {
  reminders: DEFAULT_REMINDERS,
  remind_by_email: false,
  feed_busy_only: false,
  feed_made_at: null,
  feed_read_at: null,
};

export const findSettings = async (tx: Tx, userId: number): Promise<SettingsRow> =>
  (
    await tx.raw<SettingsRow>(
      `select reminders, remind_by_email, feed_busy_only, feed_made_at, feed_read_at from calendar_settings where user_id = $1`,
      [userId],
    )
  )[0] ?? DEFAULTS;

const upsert = (set: string) =>
  `insert into calendar_settings (user_id, account_id) values ($1, app_account_id()) on conflict (user_id) do update set ${set}`;

/** Adds the row of a calendar that has none, so that a change finds one. */
const addRow = (tx: Tx, userId: number) => tx.raw(upsert('user_id = excluded.user_id'), [userId]);

export async function saveReminders(
  tx: Tx,
  userId: number,
  { reminders, remind_by_email: byEmail }: Pick<SettingsRow, 'reminders' | 'remind_by_email'>,
  at: Date,
): Promise<void> {
  await addRow(tx, userId);
  await tx.raw('update calendar_settings set reminders = $2, remind_by_email = $3 where user_id = $1', [
    userId,
    reminders,
    byEmail,
  ]);
  // What was due before doesn't come again, and what is due by the new ones is looked for.
  await tx.raw(
    `update calendar_events set remind_at = $2, remind_after = $2
     where user_id = $1 and reminders is null and over_at > $2`,
    [userId, at],
  );
}

/** `hash` null: no address. */
export async function saveFeed(
  tx: Tx,
  userId: number,
  { hash, busyOnly, at }: { hash: Buffer | null; busyOnly: boolean; at: Date },
): Promise<void> {
  await addRow(tx, userId);
  await tx.raw(
    `update calendar_settings set feed_hash = $2, feed_busy_only = $3, feed_made_at = case when $2::bytea is not null then $4::timestamptz end,
       feed_read_at = null where user_id = $1`,
    [userId, hash, busyOnly, at],
  );
}

export const noteFeedRead = (tx: Tx, userId: number, at: Date) =>
  tx.raw('update calendar_settings set feed_read_at = $2 where user_id = $1', [userId, at]);
