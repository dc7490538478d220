import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readContact } from '#contract/contacts.contract.ts';
import { listOutboxMails } from '#contract/mail.contract.ts';
import { listEmailLogs, recordEmail, sendEmail, sendEmailAgain } from '#contract/timeline/emails.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import type { Client } from '../_api/app.ts';
import { type NewContact, type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let agent: Client;
let admin: Client;

beforeAll(async () => {
  office = await openOffice();
  await office.owner.query(`update users set email = username || '@harbor.test'`);
  agent = await office.signIn('agent');
  admin = await office.signIn('admin');
});
afterAll(() => office.close());
beforeEach(() => office.owner.query('delete from outbox_mails'));

const MAIL = { subject: 'Two plans', body: 'Side by side.' };
const add = (more: Partial<NewContact> = {}) => office.add({ owner: 'agent', email: 'jane@mail.test', ...more });
const send = (id: number, more: object = {}) => agent.call(sendEmail, { params: { id }, body: { ...MAIL, ...more } });
const outbox = async () => (await admin.call(listOutboxMails)).body.data;

describe('sending', () => {
  test('puts the mail into the outbox with the sender for answers, and into log and timeline', async () => {
    const id = await add();

    const { status, body } = await send(id, { cc: ['son@mail.test'] });

    const rows = await office.owner.query('select recipient, subject, text_body, cc, reply_to from outbox_mails');
    expect(status).toBe(200);
    expect(rows.rows).toEqual([
      {
        recipient: 'jane@mail.test',
        subject: MAIL.subject,
        text_body: MAIL.body,
        cc: ['son@mail.test'],
        reply_to: 'agent@harbor.test',
      },
    ]);
    expect(body.data).toMatchObject({ ...MAIL, direction: 'out', status: 'sent', user: { name: 'Amy Agent' } });
    expect((await agent.call(listEmailLogs, { params: { id } })).body.data).toEqual([body.data]);
    const { data } = (await agent.call(readTimeline, { params: { id }, query: { kind: 'mails' } })).body;
    expect(data.map(({ what }) => what)).toEqual([
      { of: 'mail', id: body.data.id, direction: 'out', status: 'sent', reason: '', sender_verified: null, ...MAIL },
    ]);
  });

  test('moves the last touch', async () => {
    const id = await add({ last_touch_at: '2020-01-01T00:00:00Z' });
    const { body } = await send(id);

    expect((await agent.call(readContact, { params: { id } })).body.data.last_touch_at).toBe(body.data.at);
  });

  test('happens once, however often one request is sent', async () => {
    const id = await add();
    const twins = Array.from({ length: 5 }, () =>
      agent.call(sendEmail, { params: { id }, body: MAIL, idempotencyKey: 'one-mail-only-once' }),
    );
    await Promise.all(twins);

    expect(await outbox()).toHaveLength(1);
  });

  test('keeps simple marks and says the same as text', async () => {
    const id = await add();
    const { body } = await send(id, { body: '<p>Hi <b>Jane</b></p><script>x()</script>', format: 'html' });

    const stored = await office.owner.query('select body, html from contact_emails where id = $1', [body.data.id]);
    expect(stored.rows).toEqual([{ body: 'Hi Jane', html: '<p>Hi <strong>Jane</strong></p>' }]);
  });

  test.each([
    ['a subject with a second header in it', { subject: 'Hi\r\nBcc: all@mail.test' }, 'subject'],
    ['a subject of two lines', { subject: 'Hi\nthere' }, 'subject'],
    ['an empty subject', { subject: '  ' }, 'subject'],
    ['an empty body', { body: ' ' }, 'body'],
    ['a body of marks alone', { body: '<p></p>', format: 'html' }, 'body'],
    ['a copy to what is no address', { cc: ['jane'] }, 'cc'],
    ['a copy with a second header in it', { cc: ['a@mail.test\r\nBcc: b@mail.test'] }, 'cc'],
  ])('refuses %s', async (_what, more, field) => {
    const { status, body } = await send(await add(), more);

    expect([status, Object.keys((body as unknown as { errors: object }).errors)[0]?.split('.')[0]]).toEqual([
      422,
      field,
    ]);
    expect(await outbox()).toEqual([]);
  });

  test('refuses in words whom mail does not reach', async () => {
    const invalid = await add({ email: 'jane@gone.test' });
    const check = `update contacts set email_status = $2, email_check = 'There is no gone.test.' where id = $1`;
    await office.owner.query(check, [invalid, 'invalid']);
    const without = await office.add({ owner: 'agent' });
    const deleted = await add({ deleted_at: '2026-01-01T00:00:00Z' });
    const wordsOf = async (id: number) => {
      const { status, body } = await send(id);
      return [status, (body as unknown as { error: string }).error];
    };

    expect(await wordsOf(invalid)).toEqual([
      422,
      'E-mail to jane@gone.test would bounce. There is no gone.test. Correct the address, or mark it valid.',
    ]);
    expect(await wordsOf(without)).toEqual([422, 'This contact has no e-mail address. Add one first.']);
    expect((await wordsOf(deleted))[0]).toBe(409);
    expect(await outbox()).toEqual([]);
    await office.owner.query(check, [invalid, 'forced']);
    expect((await send(invalid)).status).toBe(200);
  });

  test('to somebody else’s contact is a contact that is not there', async () => {
    expect((await send(await office.add({ owner: 'far', email: 'jane@mail.test' }))).status).toBe(404);
  });
});

describe('writing down', () => {
  const record = (id: number, more: object = {}) =>
    agent.call(recordEmail, { params: { id }, body: { direction: 'in', ...MAIL, ...more } });

  test('keeps a mail that was exchanged elsewhere at its own time, and sends nothing', async () => {
    const id = await add();
    const { body } = await record(id, { at: '2026-01-05T15:04:00+00:00' });

    expect(body.data).toMatchObject({ direction: 'in', status: 'recorded', at: '2026-01-05T15:04:00.000Z', ...MAIL });
    expect(await outbox()).toEqual([]);
  });

  test('moves the last touch to that time, and never backwards', async () => {
    const id = await add({ last_touch_at: '2026-02-01T00:00:00.000Z' });
    await record(id, { at: '2026-01-05T15:04:00Z' });

    const { body } = await agent.call(readContact, { params: { id } });
    expect(body.data.last_touch_at).toBe('2026-02-01T00:00:00.000Z');
  });

  test('refuses what lies in the future', async () => {
    expect((await record(await add(), { at: '2999-01-01T00:00:00Z' })).status).toBe(422);
  });
});

test('the log comes newest first, five at a time', async () => {
  const id = await add();
  for (let day = 1; day <= 7; day += 1) {
    const body = { direction: 'out', subject: `Day ${day}`, body: 'x', at: `2026-01-0${day}T00:00:00Z` } as const;
    await agent.call(recordEmail, { params: { id }, body });
  }
  const subjects = async (page: number) => {
    const { body } = await agent.call(listEmailLogs, { params: { id }, query: { page } });
    return [body.data.map(({ subject }) => subject.slice(4)).join(''), body.meta.total_count, body.meta.total_pages];
  };

  expect([await subjects(1), await subjects(2)]).toEqual([
    ['76543', 7, 2],
    ['21', 7, 2],
  ]);
});

test('a mail that did not fail is not sent again', async () => {
  const id = await add();
  const { body } = await send(id);

  expect((await agent.call(sendEmailAgain, { params: { id, emailId: body.data.id } })).status).toBe(409);
});
