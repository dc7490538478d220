// Searches of every kind in one account of a million contacts, as sent by the list page, over HTTP and as the
// restricted role; next to a bare index lookup.
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../server/config.ts';
import { alone, ask, type Request, startServer } from './list-load.ts';
import { type BenchUser, openWorld } from './list-world.ts';
import { median, percentile, printRatios, printTable } from './measure.ts';

/** Rows of a page in the browser. */
const PAGE_ROWS = 50;

/** Milliseconds that a search may take. Source: the contact book's promise. */
const LIMIT_MS = 50;

/** Contacts whose data is searched for, of each person. */
const SAMPLE = 8;
const ROUNDS = 3;

/** One account: 100 agents with 10,000 contacts, 10 managers with 100,000, an admin with all. */
const SHAPE = { accounts: 1, units: 10, agents: 10, manyNames: true };
const CONTACTS = 1_000_000;

const COMMON = ['smith', 'james', 'mar', 'son', 'johnson mary', 'example', 'austin', 'an', '512', 'williams'];

interface Sampled {
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
}

const swapped = (word: string) => `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`;
const shortened = (word: string) => word.slice(0, 3) + word.slice(4);
const doubled = (word: string) => word.slice(0, 3) + (word[2] ?? '') + word.slice(3);
const mistaken = (word: string) => `${word.slice(0, -1)}q`;
const area = (phone: string) => phone.slice(2, 5);
const line = (phone: string) => `${phone.slice(5, 8)}-${phone.slice(8)}`;

/** Text typed to find this person. */
const KINDS: Readonly<Record<string, (of: Sampled) => string>> = {
  'first and last name': (of) => `${of.first_name} ${of.last_name}`,
  'last name first': (of) => `${of.last_name} ${of.first_name}`,
  'start of both names': (of) => `${of.first_name.slice(0, 3)} ${of.last_name.slice(0, 4)}`,
  'rare or common last name': (of) => of.last_name,
  'letters swapped': (of) => `${of.first_name} ${swapped(of.last_name)}`,
  'a letter missing': (of) => `${shortened(of.first_name)} ${shortened(of.last_name)}`,
  'a letter doubled': (of) => doubled(of.last_name),
  'a wrong letter': (of) => mistaken(of.last_name),
  'phone in brackets': (of) => `(${area(of.phone)}) ${line(of.phone)}`,
  'phone with extension': (of) => `+1 ${area(of.phone)}.${line(of.phone)} ext. 12`,
  'last seven digits': (of) => line(of.phone),
  'last four digits': (of) => of.phone.slice(-4),
  'a wrong digit': (of) => `${area(of.phone)}-${line(of.phone).slice(0, -1)}${(Number(of.phone.at(-1)) + 1) % 10}`,
  'e-mail address': (of) => of.email,
  'part of an address': (of) => of.email.slice(0, -12),
  'mistake in the domain': (of) => of.email.replace('example', 'exmaple'),
  'nobody at all': (of) => `${of.first_name} xqzzwv`,
};

const world = await openWorld('bench-search', CONTACTS, (text) => void process.stderr.write(`${text}\n`), SHAPE);
const client = new pg.Client({ connectionString: world.postgres.url });
await client.connect();
const app = await startServer(join(ROOT, 'server', 'main.ts'), ['web'], {
  DATABASE_URL: world.postgres.url,
  APP_ENV: 'demo',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  DATA_DIR: join(ROOT, '.cache', 'bench-search'),
});

const request = ({ token, userId }: BenchUser, q: string, group: string, withTotal = false): Request => ({
  path: '/v1/contacts',
  headers: { cookie: `token=${token}`, 'x-identity': `${userId}:0` },
  body: JSON.stringify({
    contacts_scope: { q, forgiving: true, contact_group: group, limit: PAGE_ROWS },
    with_total: withTotal,
  }),
});

interface Asked {
  readonly kind: string;
  readonly who: string;
  readonly request: Request;
  /** The same with its total. */
  readonly counted: Request;
}

/** People with how far their eyes reach, and the contacts below it. */
const people = [
  { who: 'agent, 10,000', user: world.agents[0], group: 'mine', below: 'owner_id = $1' },
  {
    who: 'manager, 100,000',
    user: world.managers[0],
    group: 'all',
    below: 'owner_id in (select descendant_id from user_tree where ancestor_id = $1)',
  },
  { who: 'admin, 1,000,000', user: world.admins[0], group: 'all', below: '$1 > 0' },
];

async function questions(): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const { who, user, group, below } of people) {
    if (user === undefined) throw new Error('nobody is there');
    const { rows } = await client.query<Sampled>(
      `select first_name, last_name, phone, email from contacts
       where ${below} and length(last_name) > 4 order by hashint8(id) limit ${SAMPLE}`,
      [user.userId],
    );
    const add = (kind: string, q: string) =>
      asked.push({ kind, who, request: request(user, q, group), counted: request(user, q, group, true) });
    for (const [kind, typed] of Object.entries(KINDS)) for (const row of rows) add(kind, typed(row));
    for (const q of COMMON) add(`very common: ${q}`, q);
  }
  return asked;
}

interface Listed {
  data: unknown[];
  meta: { forgiving?: true };
}

/** The same index look-up as a page's simplest one, with nothing around it. */
async function bareLookUps(): Promise<number[]> {
  const { rows } = await client.query<{ phone: string }>('select phone from contacts order by hashint8(id) limit 100');
  const times: number[] = [];
  for (const { phone } of rows) {
    const at = performance.now();
    await client.query({
      name: 'bare',
      text: 'select * from contacts where account_id = 1 and phone = $1',
      values: [phone],
    });
    times.push(performance.now() - at);
  }
  return times;
}

const ms = (number: number) => Number(number.toFixed(2));

try {
  const asked = await questions();
  for (const one of asked) await ask(app.url, one.request);
  const times = new Map<string, number[]>();
  const found = new Map<string, { rows: number; close: number; asked: number }>();
  const bare: number[] = [];
  const put = (key: string, more: readonly number[]) => times.set(key, [...(times.get(key) ?? []), ...more]);
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(...(await bareLookUps()));
    for (const one of asked) {
      const took = await alone(app.url, one.request, 1);
      put(one.kind, took);
      put(one.who, took);
      if (one.kind.startsWith('very common')) put('very common words', took);
      if (round > 0) continue;
      put('with total', await alone(app.url, one.counted, 1));
      const { data, meta } = JSON.parse(await ask(app.url, one.request)) as Listed;
      const known = found.get(one.kind) ?? { rows: 0, close: 0, asked: 0 };
      const close = known.close + Number(meta.forgiving ?? false);
      found.set(one.kind, { rows: known.rows + Number(data.length > 0), close, asked: known.asked + 1 });
    }
  }
  const kinds = [...Object.keys(KINDS), 'very common words'];
  const row = (key: string) => {
    const all = times.get(key) ?? [];
    const told = found.get(key);
    return {
      search: key,
      'found %': told === undefined ? '' : Math.round((100 * told.rows) / told.asked),
      'close %': told === undefined ? '' : Math.round((100 * told.close) / told.asked),
      'p50 ms': ms(median(all)),
      'p99 ms': ms(percentile(all, 99)),
      'p50 / bare': ms(median(all) / median(bare)),
    };
  };
  printTable(
    [...kinds, ...COMMON.map((q) => `very common: ${q}`), ...people.map(({ who }) => who), 'with total'].map(row),
  );
  process.stdout.write(`bare look-up by an index: p50 ${ms(median(bare))} ms, p99 ${ms(percentile(bare, 99))} ms\n`);
  printRatios(
    kinds.map((kind) => ({
      name: kind,
      value: percentile(times.get(kind) ?? [], 99),
      limit: LIMIT_MS,
      better: 'lower',
    })),
  );
} finally {
  app.child.removeAllListeners('exit').kill('SIGTERM');
  await client.end();
  await world.postgres.stop();
}
