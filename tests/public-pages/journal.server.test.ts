import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { batchedDelivery } from '../../server/features/public-pages/deliver-lead.service.ts';
import { openLeadJournal } from '../../server/features/public-pages/lead-journal.ts';
import { LEADS_DIR } from '../../server/features/public-pages/take-lead.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { takeAway } from './database-away.ts';
import { pageDesk } from './page-desk.ts';

let it: TestApp;
let desk: ReturnType<typeof pageDesk>;
let dir: string;
beforeAll(async () => {
  it = await openApp();
  desk = pageDesk(it);
  dir = join(it.deps.config.dataDir, LEADS_DIR);
  await desk.open();
});
afterAll(() => it.close());
beforeEach(() => it.owner.query('truncate webpage_leads, contact_consents, contacts, outbox_mails cascade'));

const HOST = 'agent-page.localhost';
const count = async () => (await desk.sql('select from webpage_leads')).length;
const waiting = () => readdirSync(dir).filter((name) => name.endsWith('.lead'));
/** As the next process would after this one has ended. */
const nextProcess = () =>
  openLeadJournal({ dir, seal: it.deps.seal, log: it.deps.log, deliver: batchedDelivery(it.deps) });

describe('while the database is away', () => {
  test('a request is kept, the person is thanked, and it is delivered once when the database is back', async () => {
    const form = await desk.filled(HOST, { agree_call: 'yes' });
    const back = takeAway(it.deps.pool);
    const answers = [];
    try {
      for (const _ of [1, 2]) answers.push(await desk.post(HOST, form));
      expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
        [303, '/thank-you'],
        [303, '/thank-you'],
      ]);
      expect((await desk.send(HOST, '/thank-you')).status).toBe(200);
      expect(waiting()).toHaveLength(1);
    } finally {
      back();
    }
    await vi.waitFor(async () => expect(await count()).toBe(1), 20_000);
    await vi.waitFor(() => expect(waiting()).toEqual([]));

    const [contact, ...others] = await desk.sql('select first_name from contacts');
    expect([contact, others]).toEqual([{ first_name: 'Wendell' }, []]);
    expect(await desk.sql('select channel from contact_consents')).toEqual([{ channel: 'call' }]);
    expect(await desk.sql('select from outbox_mails')).toHaveLength(1);
  });

  test('what was visited before is shown as it was, and the rest says that it is taking a break', async () => {
    await desk.send(HOST, '/');
    const back = takeAway(it.deps.pool);
    try {
      expect((await desk.send(HOST, '/')).status).toBe(200);
      const { status, body, headers } = await desk.send('peer-page.localhost', '/');
      expect([status, headers['retry-after']]).toEqual([503, '30']);
      expect(body).toContain('taking a break');
      expect(body).not.toMatch(/Peer|Harbor|Bellwether/);
    } finally {
      back();
    }
  });

  test('names and numbers are on the disk only sealed', async () => {
    const form = await desk.filled(HOST);
    const back = takeAway(it.deps.pool);
    try {
      await desk.post(HOST, form);
      const bytes = readFileSync(join(dir, waiting()[0] ?? '')).toString('latin1');
      expect(bytes).not.toMatch(/Wendell|555|example/);
    } finally {
      back();
    }
    await vi.waitFor(async () => expect(await count()).toBe(1), 20_000);
  });
});

describe('what an ended process left behind', () => {
  test('is delivered once, also when its delivery had committed', async () => {
    const form = await desk.filled(HOST);
    const back = takeAway(it.deps.pool);
    await desk.post(HOST, form).finally(back);
    const [name = ''] = waiting();
    const sealed = readFileSync(join(dir, name));
    await nextProcess().start();
    writeFileSync(join(dir, name), sealed);
    await Promise.all([nextProcess().start(), nextProcess().start()]);

    expect([await count(), waiting()]).toEqual([1, []]);
    expect(await desk.sql('select from contacts')).toHaveLength(1);
  });

  test('is delivered in few transactions, in which one that fails holds up no other', async () => {
    const { accountId, id: userId } = it.world.people.agent;
    const journal = nextProcess();
    for (let n = 0; n < 12; n += 1) {
      const person = { first_name: `Ada${n % 11}`, last_name: 'Lane', phone: '', email: `ada${n % 11}@example.com` };
      await journal.keep({
        key: `${n}`.padStart(64, '0'),
        at: it.deps.now().getTime(),
        host: HOST,
        language: 'en',
        to: { accountId, userId },
        page: { of: 'agent', host: '', name: 'agent-page' },
        entered: { ...person, zip_code: '', topic: '', message: '', agent: '' },
        consents: [],
        proof: 'unproven',
        puzzle: null,
        address: '203.0.113.7',
        // Text of the database can't have a zero.
        browser: n === 5 ? '\0' : '',
      });
    }
    const connected = vi.spyOn(it.deps.pool, 'connect');
    await journal.start();
    const { length: transactions } = connected.mock.calls;
    connected.mockRestore();
    await journal.close();

    expect([await count(), waiting().map((name) => Number.parseInt(name, 10))]).toEqual([11, [5]]);
    expect(await desk.sql(`select from notifications where kind = 'lead' and title like '%Ada%'`)).toHaveLength(11);
    // The last is of the first person.
    expect(await desk.sql('select from contacts')).toHaveLength(10);
    expect(transactions).toBeLessThan(6);
    rmSync(join(dir, waiting()[0] ?? ''));
  });

  test('is set aside where it can not be read, and holds nothing else up', async () => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, `${'0'.repeat(64)}.lead`), 'changed');
    const form = await desk.filled(HOST);
    const back = takeAway(it.deps.pool);
    await desk.post(HOST, form).finally(back);
    await nextProcess().start();

    expect([await count(), waiting()]).toEqual([1, []]);
    expect(readdirSync(dir)).toContain(`${'0'.repeat(64)}.aside`);
  });
});

test('a disk that takes nothing is no loss while the database is there', async () => {
  const app = await openApp();
  // No folder can be made there.
  writeFileSync(join(app.deps.config.dataDir, LEADS_DIR), '');
  const other = pageDesk(app);
  try {
    await other.open();
    expect((await other.post(HOST, await other.filled(HOST))).status).toBe(303);
    expect(await other.sql('select from webpage_leads')).toHaveLength(1);
    const form = await other.filled(HOST);
    const back = takeAway(app.deps.pool);
    const { status, body } = await other.post(HOST, { ...form, first_name: 'Martha' }).finally(back);
    expect([status, body.includes('wasn’t sent')]).toEqual([503, true]);
  } finally {
    await app.close();
  }
});
