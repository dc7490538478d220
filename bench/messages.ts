// 100,000 conversations of one agent and a thread of 10,000 messages, against the list of as many contacts in one run.
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../server/config.ts';
import { alone, ask, type Request, startServer } from './list-load.ts';
import { type BenchUser, openWorld } from './list-world.ts';
import { median, percentile, printRatios, printTable, type Ratio } from './measure.ts';

const CONVERSATIONS = 100_000;
const MESSAGES = 10_000;
/** Rows of a page of either list, and of a thread. */
const PAGE = 50;
const ROUNDS = 40;
const EACH = 5;

/** They load beside the list, which waits for none of them. */
const TABS = 'numbers of the tabs';

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** One conversation a contact, some of them unread, closed or failed, and one with everything that a thread may have. */
async function fill(url: string, { accountId, userId }: BenchUser): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>(
      'select contact_id::int as id from text_messages group by contact_id having count(*) > 1000 limit 1',
    );
    if (rows[0] !== undefined) return await conversationOf(client, rows[0].id);
    say(`Seeding ${CONVERSATIONS.toLocaleString('en')} conversations.`);
    await client.query(`update users set wallet_feature_enabled = true, max_plus_plan = 'premium'`);
    await client.query(
      `insert into phone_numbers (account_id, number, kind, user_id) values ($1, '+18135550107', 'agent', $2)`,
      [accountId, userId],
    );
    await client.query(
      `insert into conversations (account_id, contact_id, phone, user_id, owner_id, created_at)
       select account_id, id, phone, owner_id, owner_id, timestamptz '2026-01-01' from contacts order by hashint8(id)`,
    );
    const text = (what: string, from: string) => `
      insert into text_messages (account_id, conversation_id, contact_id, direction, status, body, from_number, to_number, segments,
        carrier, created_at)
      ${what.replace('VALUES', `'4:30 is fine.', '+18135550107', '+15125550142', 1, 'embedded'`)} ${from}`;
    await client.query(
      text(
        `select account_id, id, contact_id, case when id % 3 = 0 then 'out' else 'in' end,
           case when id % 3 <> 0 then 'received' when id % 500 = 0 then 'failed' else 'delivered' end, VALUES,
           timestamptz '2026-01-01' + id * interval '7 seconds'`,
        'from conversations',
      ),
    );
    const { rows: long } = await client.query<{ id: number }>(
      'select contact_id::int as id from conversations order by id limit 1',
    );
    const contact = long[0]?.id ?? 0;
    await client.query(
      text(
        `select v.account_id, v.id, v.contact_id, case when g % 2 = 0 then 'out' else 'in' end,
           case when g % 2 = 0 then 'delivered' else 'received' end, VALUES, timestamptz '2026-02-01' + g * interval '40 minutes'`,
        `from conversations v, generate_series(1, ${MESSAGES * 0.8}) g where v.contact_id = ${contact}`,
      ),
    );
    await client.query(
      `insert into contact_emails (account_id, contact_id, user_id, actor_id, direction, address, subject, body, status, at)
       select account_id, id, owner_id, owner_id, 'out', 'a@mail.test', 'Two plans', repeat('Side by side. ', 40), 'sent',
         timestamptz '2026-02-01' + g * interval '5 hours'
       from contacts, generate_series(1, ${MESSAGES * 0.1}) g where id = $1`,
      [contact],
    );
    await client.query(
      `insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, actor_id, contact_id, status,
         outcome, seconds, created_at, answered_at, ended_at)
       select account_id, gen_random_uuid(), 'embedded', 'outbound', '+18135550107', phone, owner_id, owner_id, id, 'ended',
         'completed', 60, at, at, at + interval '1 minute'
       from contacts, generate_series(1, ${MESSAGES * 0.1}) g, lateral (select timestamptz '2026-02-01' + g * interval '7 hours' as at) t
       where id = $1`,
      [contact],
    );
    await client.query('select recount_conversation(id) from conversations');
    await client.query(
      `update conversations set unread = case when id % 40 = 1 then 1 else 0 end,
         closed_at = case when id % 1000 = 2 then last_at end, opted_out_at = case when id % 200 = 3 then last_at end`,
    );
    await client.query('vacuum (full, analyze) conversations');
    await client.query('vacuum (analyze) text_messages, contact_emails, calls, contacts');
    return await conversationOf(client, contact);
  } finally {
    await client.end();
  }
}

async function conversationOf(client: pg.Client, contact: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select id::int as id from conversations where contact_id = $1', [
    contact,
  ]);
  return rows[0]?.id ?? 0;
}

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly next_cursor: string | null };
}

const page = async (url: string, one: Request) => JSON.parse(await ask(url, one)) as Page;

/** Follows the cursor until so many rows have gone by; answers the request of the page behind them. */
async function deep(url: string, of: (cursor: string | null) => Request, pages: number): Promise<Request> {
  let cursor: string | null = null;
  for (let i = 0; i < pages; i += 1) cursor = (await page(url, of(cursor))).meta.next_cursor ?? cursor;
  return of(cursor);
}

const world = await openWorld('bench-messages', CONVERSATIONS, say, {
  accounts: 1,
  units: 1,
  agents: 1,
  manyNames: false,
});
const app = await startServer(join(ROOT, 'server', 'main.ts'), ['web'], {
  DATABASE_URL: world.postgres.url,
  APP_ENV: 'demo',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'info',
  DATA_DIR: join(ROOT, '.cache', 'bench-messages'),
});
try {
  const [agent] = world.agents;
  if (agent === undefined) throw new Error('nobody is there');
  const thread = await fill(world.postgres.url, agent);
  const headers = { cookie: `token=${agent.token}`, 'x-identity': `${agent.userId}:0` };
  const post = (path: string, body: object): Request => ({
    method: 'POST',
    path: `/v1/sms/${path}`,
    headers,
    body: JSON.stringify(body),
  });
  const behind = (cursor: string | null) => (cursor === null ? {} : { cursor });
  const contacts = (cursor: string | null): Request => ({
    path: '/v1/contacts',
    headers,
    body: JSON.stringify({ contacts_scope: { contact_group: 'mine', limit: PAGE, ...behind(cursor) } }),
  });
  const list = (filter: string) => (cursor: string | null) =>
    post('fetch_conversations', { filter, limit: PAGE, ...behind(cursor) });
  const messages = (cursor: string | null) =>
    post('fetch_messages', { conversation_id: thread, limit: PAGE, ...behind(cursor) });

  const shown = await page(app.url, list('open')(null));
  if (shown.data.length !== PAGE) throw new Error('the list has no full page');
  const runs = [
    { name: 'contacts, first page', one: contacts(null) },
    { name: 'conversations, first page', one: list('open')(null) },
    { name: 'conversations, row 10,000', one: await deep(app.url, list('open'), 10_000 / PAGE) },
    { name: 'unread conversations', one: list('unread')(null) },
    { name: 'closed conversations', one: list('closed')(null) },
    { name: TABS, one: post('count_conversations', {}) },
    { name: 'thread, newest page', one: messages(null) },
    { name: 'thread, message 9,000', one: await deep(app.url, messages, 9_000 / PAGE) },
  ].map((run) => ({ ...run, times: [] as number[] }));
  for (const { one } of runs) await alone(app.url, one, 20);
  // In turn, so that a busy moment of the machine falls on all alike.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const run of runs) run.times.push(...(await alone(app.url, run.one, EACH)));

  const [first] = runs;
  if (first === undefined) throw new Error('a run is missing');
  printTable(
    runs.map(({ name, times }) => ({
      page: name,
      'p50 ms': Number(median(times).toFixed(2)),
      'p95 ms': Number(percentile(times, 95).toFixed(2)),
      'of the contact list': Number((median(times) / median(first.times)).toFixed(2)),
    })),
  );
  const ratios = runs.slice(1).map(({ name, times }): Ratio => {
    const value = median(times) / median(first.times);
    return { name, value, limit: name === TABS ? 4 : 2, better: 'lower' };
  });
  printRatios(ratios);
} finally {
  app.child.removeAllListeners('exit').kill('SIGTERM');
  await world.postgres.stop();
}
