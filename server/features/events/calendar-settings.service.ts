import type { Body, Reply } from '#contract/endpoint.ts';
import type {
  CalendarSettings,
  createCalendarFeed,
  updateCalendarSettings,
} from '#contract/events/calendar.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../../resource/table.ts';
import { findSettings, saveFeed, saveReminders } from './calendar-settings.sql.ts';
import { feedUrl, freshToken } from './feed/feed.service.ts';

type Use = Pick<Deps, 'pool' | 'config' | 'now'>;
interface Answer {
  readonly data: CalendarSettings;
}

async function settingsOf(tx: Tx, userId: number): Promise<Answer> {
  const { reminders, remind_by_email, feed_busy_only, feed_made_at, feed_read_at } = await findSettings(tx, userId);
  const feed =
    feed_made_at === null
      ? null
      : {
          made_at: feed_made_at.toISOString(),
          read_at: feed_read_at?.toISOString() ?? null,
          busy_only: feed_busy_only,
        };
  return { data: { reminders: [...reminders], remind_by_email, feed } };
}

const note = (tx: Tx, { identity, requestId }: Caller, action: string) =>
  writeAudit(tx, identity, requestId, { action, subjectType: 'calendar', subjectId: identity.userId });

export const readSettings = (deps: Use, identity: Identity): Promise<Answer> =>
  withAccount(deps.pool, identity, (tx) => settingsOf(tx, identity.userId));

export const changeSettings = (deps: Use, caller: Caller, body: Body<typeof updateCalendarSettings>): Promise<Answer> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const { userId } = caller.identity;
    const reminders = [...new Set(body.reminders)].toSorted((a, b) => a - b);
    await saveReminders(tx, userId, { ...body, reminders }, deps.now());
    await note(tx, caller, 'calendar.updated');
    return settingsOf(tx, userId);
  });

/** Makes an address in place of the one before. */
export const createFeed = (
  deps: Use,
  caller: Caller,
  { busy_only: busyOnly }: Body<typeof createCalendarFeed>,
): Promise<Reply<typeof createCalendarFeed>> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const { userId } = caller.identity;
    const { token, hash } = freshToken();
    await saveFeed(tx, userId, { hash, busyOnly, at: deps.now() });
    await note(tx, caller, 'calendar.feed_created');
    return { ...(await settingsOf(tx, userId)), meta: { url: feedUrl(deps, token) } };
  });

export const deleteFeed = (deps: Use, caller: Caller): Promise<Answer> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const { userId } = caller.identity;
    await saveFeed(tx, userId, { hash: null, busyOnly: false, at: deps.now() });
    await note(tx, caller, 'calendar.feed_deleted');
    return settingsOf(tx, userId);
  });
