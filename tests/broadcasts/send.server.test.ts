import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  pauseBroadcast,
  previewRecipient,
  resumeBroadcast,
  stopBroadcast,
  unscheduleBroadcast,
} from '#contract/broadcasts.contract.ts';
import { quietJobs } from '#contract/failed-jobs.contract.ts';
import { everyoneOf } from '#rules/broadcasts/audience.ts';
import { TextPostponed } from '../../server/adapters/texts/text-line.ts';
import { NO_POSTAL_ADDRESS } from '../../server/features/mail/postal-address.ts';
import { addOffice } from '../mail/add-office.ts';
import { withAccount } from '../../server/db/tx.ts';
import { lockBroadcast } from '../../server/features/broadcasts/broadcasts.sql.ts';
import { sendChunk } from '../../server/features/broadcasts/sending/send-chunk.ts';
import { carryMarked } from '../../server/features/messages/sending/carry-texts.ts';
import { signedInAs } from '../_db/identity.ts';
import { type BroadcastDesk, openBroadcastDesk } from './broadcast-desk.ts';

let it: BroadcastDesk;
beforeAll(async () => {
  it = await openBroadcastDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const many = async (count: number, fields = {}) => {
  const ids: number[] = [];
  for (let one = 0; one < count; one += 1) ids.push(await it.willing(fields));
  return ids;
};
const outcomes = async (id: number) => (await it.recipients(id)).map(({ outcome, reason }) => reason ?? outcome);
const command = (endpoint: typeof pauseBroadcast, id: number, by = it.agent) => by.call(endpoint, { params: { id } });

test('everyone gets one text, with the fields filled in and the way out', async () => {
  const ids = await many(3);
  await it.sql(`update contacts set first_name = 'Ramón' where id = $1`, [ids[1]]);

  const { id, audience } = await it.send(ids);
  const ended = await it.runOut(id);

  expect(ended).toMatchObject({ status: 'done', progress: { sent: 3, waiting: 0, sending: 0, segments: 3 } });
  expect(everyoneOf(ended.progress)).toBe(audience?.recipients);
  expect(it.line.taken.map(({ body }) => body).toSorted()).toEqual([
    'Hi Ramón Reply STOP to opt out.',
    'Hi Rosalind Reply STOP to opt out.',
    'Hi Rosalind Reply STOP to opt out.',
  ]);
  const texts = await it.sql<{ purpose: string; status: string; allowed: string }>(
    `select purpose, status, decision ->> 'allowed' as allowed from text_messages`,
  );
  expect(texts).toEqual(Array(3).fill({ purpose: 'automated', status: 'sent', allowed: 'true' }));
});

test('an opt-out after the freeze stops it for that person, with the evidence', async () => {
  const [first, second] = await many(2);
  const { id } = await it.send([first ?? 0, second ?? 0]);
  const [contact] = await it.sql<{ phone: string }>('select phone from contacts where id = $1', [second]);
  await it.receive('STOP', { from: contact?.phone ?? '' });

  await it.runOut(id);

  expect(await outcomes(id)).toEqual(['sent', 'withdrawn']);
  const [, held] = await it.recipients(id);
  expect(held?.decision).toMatchObject({ allowed: false, reason: 'withdrawn', purpose: 'automated' });
  expect(
    await it.sql('select from text_messages where direction = $1 and contact_id = $2 and automatic is null', [
      'out',
      second,
    ]),
  ).toEqual([]);
});

test('an empty field holds a person back, by its name', async () => {
  const named = await it.willing();
  const nameless = await it.willing({ first_name: '' });

  const { id } = await it.send([named, nameless]);
  await it.runOut(id);

  const [, held] = await it.recipients(id);
  expect(held).toMatchObject({ outcome: 'held_back', reason: 'empty_field', field: 'First name' });
  expect(it.line.taken).toHaveLength(1);
});

test('who was deleted, handed on or has another number gets nothing', async () => {
  const [deleted, elsewhere, moved] = await many(3);
  const { id } = await it.send([deleted ?? 0, elsewhere ?? 0, moved ?? 0]);
  await it.sql('update contacts set deleted_at = now() where id = $1', [deleted]);
  await it.sql('update contacts set owner_id = $2 where id = $1', [elsewhere, it.world.people.peer.id]);
  await it.sql(`update contacts set phone = '+15125557777' where id = $1`, [moved]);

  await it.runOut(id);

  expect(await outcomes(id)).toEqual(['deleted', 'not_seen', 'address_changed']);
  expect(it.line.taken).toEqual([]);
});

test('a merged contact gets it once, as the survivor', async () => {
  const [kept, merged, other] = await many(3);
  const survivor = await it.contact({ phone: null });
  await it.says(survivor, {});
  const { id } = await it.send([kept ?? 0, merged ?? 0, other ?? 0]);
  await it.sql('update contacts set deleted_at = now(), merged_into_id = $2 where id = $1', [merged, kept]);
  await it.sql(`update contacts s set phone = o.phone from contacts o where s.id = $2 and o.id = $1`, [
    other,
    survivor,
  ]);
  await it.sql('update contacts set deleted_at = now(), merged_into_id = $2 where id = $1', [other, survivor]);

  await it.runOut(id);

  expect((await it.recipients(id)).map(({ contact, outcome, reason }) => [contact?.id, reason ?? outcome])).toEqual([
    [kept, 'sent'],
    [merged, 'duplicate'],
    [survivor, 'sent'],
  ]);
});

test('at night it waits for the hours where each of them lives', async () => {
  const texan = await it.willing();
  const { id } = await it.send([texan]);
  // Noon in Texas plus ten hours.
  await it.later(10 * 3_600_000);

  await it.run(id);
  const waiting = await it.read(id);
  expect(waiting).toMatchObject({ status: 'sending', progress: { waiting: 1 } });
  expect(it.line.taken).toEqual([]);
  expect((await it.recipients(id))[0]).toMatchObject({ outcome: 'waiting', not_before: waiting.next_at });

  const ended = await it.runOut(id);
  expect(ended).toMatchObject({ status: 'done', progress: { sent: 1 } });
});

test('a pause holds what is on its way, and a resume sends the rest', async () => {
  const { id } = await it.send(await many(60));
  let paused: number | undefined;
  it.line.next = [
    async () => {
      paused = (await command(pauseBroadcast, id)).status;
      return { sid: 'SMfirst', status: 'sent', code: null, reason: '' };
    },
  ];

  await it.run(id);
  expect(paused).toBe(200);
  const sent = it.line.taken.length + 1;
  // Texts that a carrier had at that moment, and none after them.
  expect(sent).toBeLessThanOrEqual(50);
  await it.run(id);
  expect(it.line.taken.length + 1).toBe(sent);
  expect(await it.read(id)).toMatchObject({ status: 'paused' });

  expect((await command(resumeBroadcast, id)).status).toBe(200);
  await it.work();
  const ended = await it.runOut(id);
  expect(ended).toMatchObject({ status: 'done', progress: { sent: 60 } });
  expect(new Set(it.line.taken.map(({ to }) => to)).size).toBe(59);
  expect(it.line.taken).toHaveLength(59);
});

test('texts that were taken when it pauses are held, and go after a resume', async () => {
  const { id } = await it.send(await many(2));
  const { accountId } = it.world;
  const identity = signedInAs(it.world.people.agent, ['agent']);
  const chunk = await withAccount(it.deps.pool, { accountId }, async (tx) => {
    const row = await lockBroadcast(tx, id, null);
    if (row === null) throw new Error('no broadcast');
    return sendChunk(it.deps, tx, row, identity);
  });
  await command(pauseBroadcast, id);
  const { textIds, markedAt: claimedAt } = chunk;
  await carryMarked(it.deps, { accountId, broadcastId: id, textIds, claimedAt });

  expect(it.line.taken).toEqual([]);
  expect((await it.recipients(id)).map(({ outcome, detail }) => [outcome, detail])).toEqual(
    Array(2).fill(['sending', 'The broadcast is paused.']),
  );
  await command(resumeBroadcast as never, id);
  await it.work();
  expect(await it.runOut(id)).toMatchObject({ status: 'done', progress: { sent: 2 } });
});

test('a stop keeps what was sent and cancels the rest for good', async () => {
  const { id } = await it.send(await many(60));
  it.line.next = [
    async () => {
      await command(stopBroadcast, id);
      return { sid: 'SMfirst', status: 'sent', code: null, reason: '' };
    },
  ];
  await it.run(id);
  const sent = it.line.taken.length + 1;

  const stopped = await it.read(id);
  expect(stopped).toMatchObject({ status: 'stopped', progress: { sent, stopped: 60 - sent, waiting: 0, sending: 0 } });
  await it.run(id);
  await it.work();
  expect(it.line.taken.length + 1).toBe(sent);
  for (const endpoint of [pauseBroadcast, resumeBroadcast, stopBroadcast] as never[]) {
    expect((await command(endpoint, id)).status).toBe(409);
  }
});

test('whoever is above pauses and stops, and does not resume; peers know nothing of it', async () => {
  const { id } = await it.send(await many(2));

  expect((await command(pauseBroadcast, id, it.peer)).status).toBe(404);
  expect((await command(pauseBroadcast, id, it.manager)).status).toBe(200);
  expect((await command(resumeBroadcast as never, id, it.manager)).status).toBe(403);
  expect((await command(stopBroadcast as never, id, it.manager)).status).toBe(200);
});

test('stop all sends stops broadcasts, too', async () => {
  const { id } = await it.send(await many(2));

  const answer = await it.admin.call(quietJobs, {});

  expect(answer.body.data).toMatchObject({ stopped: 2, waiting: 0 });
  expect(await it.read(id)).toMatchObject({ status: 'stopped', progress: { stopped: 2 } });
  await it.run(id);
  expect(it.line.taken).toEqual([]);
});

test('a full lane delays, and takes no more than it may', async () => {
  const pace = it.deps.config.textPace as { numberASecond: number };
  const usual = pace.numberASecond;
  pace.numberASecond = 2;
  try {
    const { id } = await it.send(await many(5));
    const sent: number[] = [];
    for (let second = 0; second < 3; second += 1) {
      await it.run(id);
      sent.push(it.line.taken.length);
      await it.later(1_000);
    }
    expect(sent).toEqual([2, 4, 5]);
  } finally {
    pace.numberASecond = usual;
  }
});

test('a busy carrier delays, and loses nothing', async () => {
  const { id } = await it.send(await many(3));
  it.line.next = [() => Promise.reject(new TextPostponed('busy'))];

  await it.run(id);
  expect(Date.parse((await it.read(id)).next_at ?? '')).toBeGreaterThan(it.deps.now().getTime());
  await it.later(31_000);
  await it.work();
  const ended = await it.runOut(id);

  expect(ended).toMatchObject({ status: 'done', progress: { sent: 3 } });
  expect(it.line.taken).toHaveLength(3);
});

test('a scheduled one begins at its time, and can be taken back before', async () => {
  const [one] = await many(1);
  const { id } = await it.draft([one ?? 0]);
  await it.write(id);
  const sendAt = new Date(it.deps.now().getTime() + 3_600_000).toISOString();
  const body = { send_now: undefined, send_at: sendAt } as never;

  expect((await it.start(id, body)).body.data).toMatchObject({ status: 'scheduled', starts_at: sendAt });
  await it.run(id);
  expect(it.line.taken).toEqual([]);
  expect((await command(unscheduleBroadcast as never, id)).body).toMatchObject({ data: { status: 'draft' } });
  await it.start(id, body);
  expect(await it.runOut(id)).toMatchObject({ status: 'done', progress: { sent: 1 } });
});

test('the button means its number, and a repeated press is one broadcast', async () => {
  const { id } = await it.draft(await many(2));
  await it.write(id);

  const other = await it.start(id, { recipients: 3 });
  expect([other.status, other.body]).toMatchObject([
    409,
    { error: '2 people would get it now, instead of 3. Check the audience again.' },
  ]);
  expect((await it.start(id, { recipients: 2 })).status).toBe(200);
  expect((await it.start(id, { recipients: 2 })).status).toBe(409);
});

test('a reply and an opt-out afterwards are told with the recipient', async () => {
  const [one, two] = await many(2);
  const { id } = await it.send([one ?? 0, two ?? 0]);
  await it.runOut(id);
  const phones = await it.sql<{ phone: string }>('select phone from contacts where id = any($1) order by id', [
    [one, two],
  ]);
  await it.later(60_000);
  await it.receive('Yes please, call me', { from: phones[0]?.phone ?? '' });
  await it.receive('STOP', { from: phones[1]?.phone ?? '' });

  expect((await it.read(id)).progress).toMatchObject({ sent: 2, replied: 2, opted_out: 1 });
  const [first, second] = await it.recipients(id);
  expect(first).toMatchObject({ reply: { body: 'Yes please, call me' }, opted_out_at: null });
  expect(second?.opted_out_at).not.toBeNull();
});

test('a preview shows one person’s text, and who comes next', async () => {
  const { id } = await it.draft(await many(3));
  await it.write(id, { body: 'Hi {{ first_name }}, it’s me.' });

  const { body } = await it.agent.call(previewRecipient, { params: { id }, query: { position: 2 } });

  expect(body.data).toMatchObject({
    index: 2,
    total: 3,
    previous: 1,
    next: 3,
    text: 'Hi Rosalind, it’s me. Reply STOP to opt out.',
    special: ['’'],
    empty: [],
  });
});

test('e-mails go out with the way to stop, one an address', async () => {
  const ids = await many(2);
  const { id } = await it.draft(ids, 'mail');
  await it.write(id);

  expect((await it.start(id)).body).toMatchObject({ code: 'conflict', error: NO_POSTAL_ADDRESS });
  await addOffice(it.owner, it.world);
  await it.start(id);

  const ended = await it.runOut(id);

  expect(ended).toMatchObject({ status: 'done', progress: { sent: 2, segments: 0 } });
  const mails = await it.sql<{ subject: string; text_body: string }>('select subject, text_body from outbox_mails');
  expect(mails).toHaveLength(2);
  expect(mails[0]).toMatchObject({ subject: 'News', text_body: expect.stringContaining('Unsubscribe: http') });
});
