import { brandOf } from '#brands/brand.ts';
import type { CalendarBroadcast } from '#contract/events/calendar.contract.ts';
import { leadWords } from '#rules/events/reminder-words.ts';
import { outsideAccounts, type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { emitEvents, userStream } from '../../../events.ts';
import { findSettings } from '../calendar-settings.sql.ts';
import { type DueReminder, dueReminders, nextReminder } from './due-reminders.ts';
import { lockDue, type RemindedRow, saveLooked } from './reminders.sql.ts';

type Use = Pick<Deps, 'pool' | 'config' | 'mailer' | 'now' | 'log'>;

/** Interval for looking at what is due, in ms. Ours. */
export const REMINDERS_EVERY_MS = 10_000;

/**
 * Sends the reminders that are due. Each event is one transaction: notices, e-mails and the moment up to which they are
 * done commit together, so that a process that is killed sends nothing twice and leaves nothing out.
 */
export async function sendReminders(use: Use): Promise<void> {
  const due = await outsideAccounts<{ account_id: number; id: number }>(
    use.pool,
    'select account_id, id from find_due_reminders($1)',
    [use.now()],
  );
  for (const { account_id: accountId, id } of due) {
    try {
      await withAccount(use.pool, { accountId }, (tx) => remindOf(use, tx, accountId, id));
    } catch (error) {
      use.log.error({ err: error, accountId, eventId: id }, 'an event could not be reminded of');
    }
  }
}

async function remindOf(use: Use, tx: Tx, accountId: number, id: number): Promise<void> {
  const now = use.now();
  const row = await lockDue(tx, id, now);
  if (row === null) return;
  const settings = await findSettings(tx, row.user_id);
  const minutes = row.reminders ?? settings.reminders;
  const after = row.remind_after?.getTime() ?? now.getTime();
  const due = row.active ? dueReminders(row, minutes, after, now.getTime()) : [];
  for (const reminder of due) {
    await emitEvents(tx, accountId, [{ stream: userStream(row.user_id), body: noticeOf(row, reminder) }]);
    if (settings.remind_by_email && row.email !== '')
      await use.mailer.send(tx, accountId, reminderMail(use, row, reminder));
  }
  await saveLooked(tx, id, { after: now, next: nextReminder(row, minutes, now.getTime()) });
}

const keyOf = ({ id, rule }: RemindedRow, { occurrence }: DueReminder): string =>
  rule === '' ? String(id) : `${id}@${occurrence.start_local}`;

const noticeOf = (row: RemindedRow, reminder: DueReminder): CalendarBroadcast => ({
  type: 'event.due',
  event_id: row.id,
  key: keyOf(row, reminder),
  title: row.title,
  starts_at: reminder.occurrence.starts_at.toISOString(),
  minutes: reminder.minutes,
  day: row.all_day ? reminder.occurrence.start_local.slice(0, 10) : null,
  needs_soa: row.needs_soa,
});

const NEEDS_SOA = 'The scope of appointment isn’t signed. Don’t talk about Medicare plans until it is.';

export function reminderMail({ config }: Pick<Deps, 'config'>, row: RemindedRow, reminder: DueReminder) {
  const { occurrence, minutes } = reminder;
  const when = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    ...(!row.all_day && { timeStyle: 'short' }),
    timeZone: row.zone,
  }).format(occurrence.starts_at);
  const search = new URLSearchParams({ date: occurrence.start_local.slice(0, 10), event: keyOf(row, reminder) });
  const lines = [
    row.title,
    `${when} (${leadWords(minutes)})`,
    row.place,
    row.needs_soa ? NEEDS_SOA : '',
    `${config.appUrl ?? ''}/calendar?${search}`,
  ];
  return {
    to: row.email,
    subject: `${brandOf(config.brand).name}: ${row.title}`,
    text: `${lines.filter((line) => line !== '').join('\n')}\n`,
  };
}
