import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWebpageLead, readWebpage } from '#contract/public-pages.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { noticesOf } from '../notifications/notices.ts';
import { pageDesk } from './page-desk.ts';

let it: TestApp;
let desk: ReturnType<typeof pageDesk>;
beforeAll(async () => {
  it = await openApp();
  desk = pageDesk(it);
  await desk.open();
});
afterAll(() => it.close());
beforeEach(() =>
  it.owner.query('truncate webpage_leads, contact_consents, contacts, outbox_mails, events, notifications cascade'),
);

const HOST = 'agent-page.localhost';

interface Row {
  readonly contact_id: number | null;
  readonly user_id: number;
  readonly proof: string;
  readonly is_new: boolean;
  readonly entered: Record<string, string>;
  readonly consents: { box: string; words: string; version: string; given: boolean }[];
  readonly address: string;
}
const leads = () => desk.sql<Row>('select * from webpage_leads order by id');
const contacts = () =>
  desk.sql<{ id: number; owner_id: number; first_name: string; phone: string; source: string }>(
    'select id, owner_id, first_name, phone, source from contacts order by id',
  );
const consents = () =>
  desk.sql<{ channel: string; purpose: string; evidence: string; source: string; contact_id: number }>(
    'select channel, purpose, evidence, source, contact_id from contact_consents order by id',
  );
const known = async (first = 'Wendell', owner: 'agent' | 'peer' = 'agent') => {
  const { id, accountId, businessUnitId } = it.world.people[owner];
  const [row] = await desk.sql<{ id: number }>(
    `insert into contacts (account_id, number, business_unit_id, owner_id, first_name, last_name, phone, dob)
     values ($1, nextval(pg_get_serial_sequence('contacts', 'id')) + 9000, $2, $3, $4, 'Arnold', '+14075550183', '1960-01-01') returning id`,
    [accountId, businessUnitId, id, first],
  );
  return row?.id ?? 0;
};

describe('a request through the form', () => {
  test('becomes a contact of the agent, with what was agreed to and a notice to the agent', async () => {
    const { status, headers } = await desk.post(HOST, await desk.filled(HOST, { agree_call: 'yes' }, true));

    expect([status, headers['location']]).toEqual([303, '/thank-you']);
    const [contact] = await contacts();
    expect(contact).toMatchObject({
      owner_id: it.world.people.agent.id,
      first_name: 'Wendell',
      phone: '+14075550183',
      source: 'Public page',
    });
    const [lead] = await leads();
    expect(lead).toMatchObject({ contact_id: contact?.id, proof: 'proven', is_new: true, address: '127.0.0.1' });
    expect(lead?.consents.map(({ box, given }) => [box, given])).toEqual([
      ['call', true],
      ['text', false],
      ['mail', false],
    ]);
    const [entry, ...others] = await consents();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ channel: 'call', purpose: 'automated', source: 'form', contact_id: contact?.id });
    expect(entry?.evidence).toContain('“Amy Agent of Harbor Insurance may call me');
    expect(entry?.evidence).toContain(lead?.consents[0]?.version);
    expect(await desk.sql('select recipient, subject from outbox_mails')).toEqual([
      { recipient: 'agent@example.test', subject: 'New request from your page: Wendell Arnold' },
    ]);
    const [numbered] = await desk.sql<{ number: number }>('select number from contacts');
    expect(await noticesOf(it.owner, 'lead')).toEqual([
      [it.world.people.agent.id, 'New request from your page: Wendell Arnold', `/contacts/${numbered?.number}`, true],
    ]);
    expect(
      await desk.sql(
        `select body ->> 'name' as name from events where body ->> 'type' = 'lead.received' and stream = $1`,
        [`texts:${it.world.people.agent.id}`],
      ),
    ).toEqual([{ name: 'Wendell Arnold' }]);
  });

  test('has one effect, however often it is sent', async () => {
    const form = await desk.filled(HOST, { agree_call: 'yes', agree_mail: 'yes' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => desk.post(HOST, form)));

    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect([(await leads()).length, (await contacts()).length, (await consents()).length]).toEqual([1, 1, 2]);
    expect(await desk.sql('select from outbox_mails')).toHaveLength(1);
  });

  test('of a person whom the agent has as a contact adds to that contact', async () => {
    const id = await known();
    await desk.post(HOST, await desk.filled(HOST, { agree_text: 'yes' }));

    expect((await contacts()).map((one) => one.id)).toEqual([id]);
    expect(await leads()).toMatchObject([{ contact_id: id, is_new: false }]);
    expect(await consents()).toMatchObject([{ contact_id: id, channel: 'text' }]);
    const [timeline] = await desk.sql<{ touched: boolean }>(
      'select last_touch_at is not null as touched from contacts where id = $1',
      [id],
    );
    expect(timeline?.touched).toBe(true);
  });

  test.each([
    ['someone else in the household', () => known('Martha')],
    ['a contact of another agent', () => known('Wendell', 'peer')],
  ])('is a contact of its own beside %s', async (_, other) => {
    const id = await other();
    await desk.post(HOST, await desk.filled(HOST));

    const made = (await contacts()).filter((one) => one.id !== id);
    expect(made).toMatchObject([{ owner_id: it.world.people.agent.id }]);
    expect(await leads()).toMatchObject([{ contact_id: made[0]?.id, is_new: true }]);
  });

  test('of two people with the same form from a cache is two', async () => {
    const form = await desk.filled(HOST, { visit: '', proof: '' });
    await desk.post(HOST, form);
    await desk.post(HOST, { ...form, first_name: 'Martha', email: 'martha@example.com' });

    expect((await leads()).map(({ proof }) => proof)).toEqual(['unproven', 'unproven']);
    expect((await contacts()).map((one) => one.first_name)).toEqual(['Wendell', 'Martha']);
  });

  test('goes to the manager of an agent who has left since', async () => {
    const form = await desk.filled(HOST);
    await desk.sql(`update users set active = false where username = 'agent'`);
    try {
      expect((await desk.post(HOST, form)).status).toBe(303);
      expect(await contacts()).toMatchObject([{ owner_id: it.world.people.manager.id }]);
    } finally {
      await desk.sql(`update users set active = true where username = 'agent'`);
    }
  });
});

describe('a request that no person may have made is kept', () => {
  test('without a solved puzzle as unproven, whose consent is for people alone', async () => {
    await desk.post(HOST, await desk.filled(HOST, { proof: '', agree_call: 'yes' }));

    expect(await leads()).toMatchObject([{ proof: 'unproven' }]);
    expect(await consents()).toMatchObject([{ channel: 'call', purpose: 'marketing' }]);
  });

  test('with a puzzle of another request as unproven', async () => {
    const form = await desk.filled(HOST, {}, true);
    await desk.post(HOST, form);
    await desk.post(HOST, { ...form, first_name: 'Martha', email: '' });

    expect((await leads()).map(({ proof }) => proof)).toEqual(['proven', 'unproven']);
  });

  test('with a puzzle solved for longer than it counts as unproven', async () => {
    const form = await desk.filled(HOST, {}, true);
    it.advance(13 * 3_600_000);
    await desk.post(HOST, form);

    expect(await leads()).toMatchObject([{ proof: 'unproven' }]);
  });

  test.each([
    ['that fills in the hidden field', { website: 'https://spam.test' }],
    ['whose name is a link', { first_name: 'Visit https://spam.test now' }],
  ])('%s as suspected, without a contact, a consent or a notice', async (_, more: Record<string, string>) => {
    const { status } = await desk.post(HOST, await desk.filled(HOST, { agree_call: 'yes', ...more }));

    expect(status).toBe(303);
    expect(await leads()).toMatchObject([{ proof: 'suspected', contact_id: null }]);
    expect([await contacts(), await consents(), await desk.sql('select from outbox_mails')]).toEqual([[], [], []]);
  });

  test('that comes faster than a person as suspected', async () => {
    const form = await desk.filled(HOST);
    const fresh = desk.formIn(await desk.send(HOST, '/'));
    await desk.post(HOST, { ...form, form: fresh });

    expect(await leads()).toMatchObject([{ proof: 'suspected' }]);
  });
});

describe('a form with faults', () => {
  test('comes back with what was entered, and names the fields', async () => {
    const { status, body, headers } = await desk.post(
      HOST,
      await desk.filled(HOST, {
        phone: '12',
        email: 'nothing',
        zip_code: 'x',
        agree_text: 'yes',
        topic: 'Medicare',
      }),
    );

    expect(status).toBe(422);
    expect(headers['cache-control']).toBe('no-store');
    for (const field of ['phone', 'email', 'zip_code']) expect(body).toContain(`<a href="#${field}">`);
    expect(body).toContain('value="nothing"');
    expect(body).toContain('value="Wendell"');
    expect(body).toMatch(/name="agree_text" value="yes" checked/);
    expect(body).toContain('<option value="Medicare" selected>');
    expect(await leads()).toEqual([]);
  });

  test.each([
    ['no way to answer', { phone: '', email: '' }, 'Enter a phone number or an e-mail address.'],
    ['a box without its number', { phone: '', agree_call: 'yes' }, 'Enter the number that may be called or texted.'],
    ['a box without its address', { email: '', agree_mail: 'yes' }, 'Enter the address that may be written to.'],
    ['an odd number', { phone: '12' }, 'Enter a phone number like 512-555-0142.'],
    ['10,000 characters', { message: 'x'.repeat(10_000) }, 'Use at most 2000 characters.'],
    ['a name of 10,000 characters', { first_name: 'x'.repeat(10_000) }, 'Use at most 100 characters.'],
  ])('says what is wrong: %s', async (_, more: Record<string, string>, words) => {
    const { status, body } = await desk.post(HOST, await desk.filled(HOST, more));

    expect([status, body.includes(words)]).toEqual([422, true]);
    expect(await leads()).toEqual([]);
  });

  test('with NUL, half characters and markup is text everywhere', async () => {
    const first_name = 'Wen\0dell<script>alert(1)</script>"\'';
    const { status } = await desk.post(HOST, await desk.filled(HOST, { first_name, message: '\0<img src=x>\uD800' }));

    expect(status).toBe(303);
    expect(await contacts()).toMatchObject([{ first_name: `Wendell<script>alert(1)</script>"'` }]);
    const { body } = await desk.post(HOST, await desk.filled(HOST, { first_name, phone: '1' }));
    expect(body).not.toContain('<script>alert(1)');
  });

  test('of more bytes than any form has is refused', async () => {
    expect((await desk.post(HOST, await desk.filled(HOST, { message: 'x'.repeat(200_000) }))).status).toBe(400);
  });
});

describe('a form from elsewhere', () => {
  test('for another agent goes to the agent whose page it is sent to', async () => {
    await desk.post('peer-page.localhost', await desk.filled(HOST, { agree_call: 'yes' }));

    expect(await contacts()).toMatchObject([{ owner_id: it.world.people.peer.id }]);
    // What was shown isn't what this page shows.
    expect(await consents()).toEqual([]);
  });

  test('with a changed seal is unproven, and without consent', async () => {
    const form = await desk.filled(HOST, { agree_call: 'yes' });
    await desk.post(HOST, { ...form, form: `${form.form.slice(0, -4)}AAAA` });

    expect(await leads()).toMatchObject([{ proof: 'unproven' }]);
    expect(await consents()).toEqual([]);
  });

  test('to a host without a page is refused', async () => {
    const form = await desk.filled(HOST);
    const answers = await Promise.all(
      ['nobody-here.localhost', 'localhost', '127.0.0.1'].map((host) => desk.post(host, form)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await leads()).toEqual([]);
  });
});

describe('the calls', () => {
  const origin = () => ({ origin: it.url });

  test('show a page and take a request for it, once', async () => {
    const { status, body } = await it.visitor().call(readWebpage, { params: { id: 'Agent-Page' } });
    expect([status, body.data.name, body.data.agency]).toEqual([200, 'Amy Agent', 'Harbor Insurance']);
    it.advance(20_000);
    const lead = {
      first_name: 'Wendell',
      last_name: 'Arnold',
      email: 'w@example.com',
      agree_mail: true,
      visit: 'one',
      form: body.data.form,
    };
    for (const _ of [1, 2]) {
      const answer = await it
        .visitor()
        .call(createWebpageLead, { params: { domain: 'agent-page' }, body: lead as never, headers: origin() });
      expect(answer.body).toEqual({ data: { received: true } });
    }
    expect([(await leads()).length, (await consents()).length]).toEqual([1, 1]);
  });

  test('refuse by field, and answer for a page that is not there', async () => {
    const call = (domain: string, more: object) =>
      it.visitor().call(createWebpageLead, {
        params: { domain },
        body: { first_name: 'W', last_name: 'A', email: 'w@example.com', ...more } as never,
        headers: origin(),
      });
    const refused = await call('agent-page', { email: 'nothing' });
    expect([refused.status, (refused.body as { errors?: object }).errors]).toEqual([
      422,
      { email: ['Enter an e-mail address like jane@example.com.'] },
    ]);
    expect((await call('nobody-here', {})).status).toBe(404);
  });
});
