import type { Body } from '#contract/endpoint.ts';
import type { answerMinutesRequest, PhoneBroadcast, requestMinutes } from '#contract/phone.contract.ts';
import type { MinutesRequest } from '#contract/phone/call.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { emitEvents, userStream } from '../../../events.ts';
import type { Identity } from '../../../identity.ts';
import { notify } from '../../notifications/notify.ts';
import { type Dialer, readDialer } from '../dialer.service.ts';
import { mailOfAnswer, mailOfRequest, noticeOfAnswer } from './minutes-mail.ts';
import * as sql from './minutes-requests.sql.ts';
import { tellMinutes } from './minutes.service.ts';

interface Caller {
  readonly identity: Identity;
  readonly requestId: string;
}

/** @throws {Refusal} `conflict` when no one can grant any, or a request is already open. */
export const askForMinutes = (
  deps: Deps,
  { identity, requestId }: Caller,
  { minutes, note }: Body<typeof requestMinutes>,
): Promise<MinutesRequest> =>
  withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const manager = requireGiver(await readDialer(tx, identity.userId, at));
    const asked = { userId: identity.userId, managerId: manager.id, minutes, note: note ?? '', at };
    const row = await sql.insertRequest(tx, asked);
    if (row === null) throw new Refusal('conflict', `${manager.name} hasn't answered your last request yet.`);
    await writeAudit(tx, identity, requestId, { action: 'minutes.requested', ...subject(row), detail: { minutes } });
    await tell(tx, row, 'minutes.requested', [manager.id]);
    await tellMinutes(tx, identity.accountId, identity.userId, at);
    const to = await sql.findEmail(tx, manager.id);
    if (to !== '') await deps.mailer.send(tx, identity.accountId, mailOfRequest(row, to, deps.config.brand));
    return toRequest(row);
  });

function requireGiver({ availability, minutes }: Dialer): { readonly id: number; readonly name: string } {
  if (minutes?.source !== 'manager') throw new Refusal('conflict', "Your minutes aren't paid by a manager.");
  if (!availability.available) throw new Refusal('conflict', availability.reason);
  if (minutes.manager === null) throw new Refusal('conflict', 'You have no manager who can add minutes.');
  return minutes.manager;
}

export const listRequests = (deps: Deps, identity: Identity): Promise<MinutesRequest[]> =>
  withAccount(deps.pool, identity, async (tx) => (await sql.findOpenRequests(tx, identity.userId)).map(toRequest));

/**
 * Grants minutes or declines, once.
 * @throws {Refusal} `not_found` for a request from outside the downline, `conflict` when it is already answered or the
 * license isn't paid.
 */
export const answerRequest = (
  deps: Deps,
  { identity, requestId }: Caller,
  { id, minutes }: Body<typeof answerMinutesRequest>,
): Promise<MinutesRequest> =>
  withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const row = await sql.lockRequestBelow(tx, id, identity.userId);
    if (row === null) throw new Refusal('not_found', 'Request not found.');
    if (row.status !== 'open') throw new Refusal('conflict', answeredSentence(row));
    if (minutes > 0) await grant(tx, row, minutes);
    const granted = minutes > 0 ? minutes : null;
    await sql.settleRequest(tx, id, granted, at);
    const settled: sql.RequestRow = { ...row, granted, status: granted === null ? 'declined' : 'granted' };
    await writeAudit(tx, identity, requestId, { action: 'minutes.answered', ...subject(row), detail: { minutes } });
    await tell(tx, settled, 'minutes.answered', [row.user.id, row.manager_id, identity.userId]);
    await notify(tx, { ...noticeOfAnswer(settled), accountId: identity.accountId, at });
    await tellMinutes(tx, identity.accountId, row.user.id, at);
    const to = await sql.findEmail(tx, row.user.id);
    if (to !== '') await deps.mailer.send(tx, identity.accountId, mailOfAnswer(settled, to, deps.config.brand));
    return toRequest(settled);
  });

/** @throws {Refusal} `conflict` when the license isn't paid, or what was bought is given to others. */
async function grant(tx: Tx, { user }: sql.RequestRow, minutes: number): Promise<void> {
  const room = await sql.findRoom(tx, user.id);
  if (room === 'unpaid') throw new Refusal('conflict', `The phone license of ${user.name} isn't paid yet.`);
  if (room.left !== null && room.left < minutes) {
    throw new Refusal(
      'conflict',
      `${formatCount(room.left)} of the minutes that were bought are left for ${user.name}. Lower another license, or buy more.`,
    );
  }
  await sql.raiseAllocation(tx, user.id, minutes);
}

const answeredSentence = ({ status, granted }: sql.RequestRow) =>
  status === 'granted' ? `Someone already approved ${granted} minutes.` : 'Someone already declined this request.';

const subject = ({ id }: sql.RequestRow) => ({ subjectType: 'minutes_request', subjectId: id });

const tell = (
  tx: Tx,
  row: sql.RequestRow,
  type: 'minutes.requested' | 'minutes.answered',
  people: readonly number[],
) => {
  const body: PhoneBroadcast = { type, request: toRequest(row) };
  return emitEvents(
    tx,
    row.account_id,
    [...new Set(people)].map((userId) => ({ stream: userStream(userId), body })),
  );
};

const toRequest = ({ id, user, minutes, note, status, created_at }: sql.RequestRow): MinutesRequest => ({
  id,
  user,
  minutes,
  note,
  status,
  created_at: created_at.toISOString(),
});
