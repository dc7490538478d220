import type { ResourceBroadcast } from '#contract/_resource.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { emitEvents, userStream } from '../../events.ts';
import type { Notice } from './notice.ts';
import { insertNotification } from './notifications.sql.ts';

/** Milliseconds of work during which its person still watches, so that its success is no news. Ours. */
export const WATCHED_MS = 10_000;

/** Longest texts. Ours: two lines of a phone. */
const TITLE_MAX = 160;
const BODY_MAX = 300;

/** Tells a person of a fact in the transaction of the fact, once. */
export async function notify(tx: Tx, { isSeen = false, body = '', ...notice }: Notice): Promise<void> {
  const id = await insertNotification(tx, {
    ...notice,
    title: cut(notice.title, TITLE_MAX),
    body: cut(body, BODY_MAX),
    readAt: isSeen ? notice.at : null,
  });
  if (id !== null) await tellInbox(tx, notice, id);
}

/** Tells the open pages of a person that their notifications have changed. */
export function tellInbox(
  tx: Tx,
  { accountId, userId }: Pick<Notice, 'accountId' | 'userId'>,
  id: number,
): Promise<void> {
  const body: ResourceBroadcast = {
    type: 'resource.changed',
    subject: 'notification',
    id,
    reads: ['listNotifications', 'countNotifications'],
  };
  return emitEvents(tx, accountId, [{ stream: userStream(userId), body }]);
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
