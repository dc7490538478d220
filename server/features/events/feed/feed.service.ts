import { createHash, randomBytes } from 'node:crypto';
import { MAX_EVENTS } from '#contract/events.contract.ts';
import { outsideAccounts, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { hashOf } from '../../../http/authentication.ts';
import { findSettings, noteFeedRead } from '../calendar-settings.sql.ts';
import { findName, findShared } from './feed.sql.ts';
import { icsCalendar } from './ics-calendar.ts';

/** Where other calendars read: no session and no cookie, only the address counts. */
export const FEED_PATH = '/calendar-feeds';

const DAY_MS = 86_400_000;
/** Days back that a feed shows. Ours. */
const FEED_PAST_DAYS = 90;
const TOKEN_BYTES = 32;

/** 256 random bits, and what is stored of them. */
export function freshToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOf(token) };
}

export const appAddress = ({ config }: Pick<Deps, 'config'>): string =>
  config.appUrl ?? `http://localhost:${config.port}`;

export const feedUrl = (deps: Pick<Deps, 'config'>, token: string): string =>
  `${appAddress(deps)}${FEED_PATH}/${token}.ics`;

/** Ends the unique ids of events. */
export const hostOf = (deps: Pick<Deps, 'config'>): string => new URL(appAddress(deps)).hostname;

/** The calendar behind an address, with its tag. `null`: there is none. */
export async function readFeed(
  deps: Pick<Deps, 'pool' | 'config' | 'now'>,
  token: string,
): Promise<{ readonly text: string; readonly tag: string } | null> {
  const [feed] = await outsideAccounts<{ account_id: number; user_id: number }>(
    deps.pool,
    'select account_id, user_id from find_calendar_feed($1)',
    [hashOf(token)],
  );
  if (feed === undefined) return null;
  return withAccount(deps.pool, { accountId: feed.account_id }, async (tx) => {
    const now = deps.now();
    const { feed_busy_only: busyOnly } = await findSettings(tx, feed.user_id);
    const rows = await findShared(tx, feed.user_id, new Date(now.getTime() - FEED_PAST_DAYS * DAY_MS), MAX_EVENTS);
    const name = await findName(tx, feed.user_id);
    await noteFeedRead(tx, feed.user_id, now);
    const text = icsCalendar({ rows, host: hostOf(deps), now, method: 'PUBLISH', name, busyOnly });
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  });
}
