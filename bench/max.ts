// MAX's understanding of sentences, including held-out ones, and response times over HTTP in one account of 100,000
// contacts, next to the list's own response to the same search.
import { join } from 'node:path';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { ROOT } from '../server/config.ts';
import { readSentence } from '../server/features/chat/search/read-sentence.ts';
import { TODAY } from '../tests/chat/agency-words.ts';
import { CONTACT_SENTENCES } from '../tests/chat/contact-sentences.ts';
import { EIGHTH_HELD_OUT_SENTENCES } from '../tests/chat/eighth-held-out-sentences.ts';
import { FIFTH_HELD_OUT_SENTENCES } from '../tests/chat/fifth-held-out-sentences.ts';
import { FOURTH_HELD_OUT_SENTENCES } from '../tests/chat/fourth-held-out-sentences.ts';
import { HELD_OUT_SENTENCES } from '../tests/chat/held-out-sentences.ts';
import { judge, VOCABULARY } from '../tests/chat/judged.ts';
import { NINTH_HELD_OUT_SENTENCES } from '../tests/chat/ninth-held-out-sentences.ts';
import { SECOND_HELD_OUT_SENTENCES } from '../tests/chat/second-held-out-sentences.ts';
import { SEVENTH_HELD_OUT_SENTENCES } from '../tests/chat/seventh-held-out-sentences.ts';
import { SIXTH_HELD_OUT_SENTENCES } from '../tests/chat/sixth-held-out-sentences.ts';
import { THIRD_HELD_OUT_SENTENCES } from '../tests/chat/third-held-out-sentences.ts';
import pg from 'pg';
import { ask, type Request, startServer } from './list-load.ts';
import { type BenchUser, openWorld } from './list-world.ts';
import { median, percentile, printRatios, printTable, type Ratio } from './measure.ts';

/** One account: 10 agents with 10,000 contacts each, a manager of half of them, an admin of all. */
const SHAPE = { accounts: 1, units: 2, agents: 5, manyNames: true };
const CONTACTS = 100_000;
const ROUNDS = 5;
const PARSE_ROUNDS = 20;

/** Rows of a page in the browser. */
const PAGE_ROWS = 50;

/** A sentence, and the conditions of its search. */
const ASKED: readonly { readonly said: string; readonly by: readonly string[] }[] = [
  {
    said: 'people in Texas turning 65 this quarter tagged hot lead, newest first',
    by: ['dob', 'dob', 'order_field', 'state', 'tag'],
  },
  { said: 'clients over 65 in Houston', by: ['city', 'dob', 'type'] },
  { said: 'leads added in the last 30 days', by: ['created_at', 'type'] },
  { said: 'Mary Johnson', by: ['forgiving', 'q'] },
  { said: 'Jhon Smiht', by: ['forgiving', 'q'] },
  { said: 'everyone with a 512 area code', by: ['phone'] },
  { said: 'recruits not touched in 6 months', by: ['last_touch_at', 'type'] },
  { said: 'birthdays in december', by: ['birth_month'] },
  { said: 'women with no phone', by: ['gender', 'phone'] },
  { said: 'all contacts in the agency', by: ['contact_group'] },
];

/** Each with the least share that is exactly right and the largest that is silently wrong, in percent: what holds today. */
const sets = [
  { name: 'the sentences', sentences: CONTACT_SENTENCES, exact: 90, wrong: 0 },
  { name: 'those held out', sentences: HELD_OUT_SENTENCES, exact: 86, wrong: 0 },
  { name: 'held out again', sentences: SECOND_HELD_OUT_SENTENCES, exact: 88, wrong: 2 },
  { name: 'the third held out', sentences: THIRD_HELD_OUT_SENTENCES, exact: 95, wrong: 0 },
  { name: 'the fourth held out', sentences: FOURTH_HELD_OUT_SENTENCES, exact: 93, wrong: 0 },
  { name: 'the fifth held out', sentences: FIFTH_HELD_OUT_SENTENCES, exact: 97, wrong: 0 },
  { name: 'the sixth held out', sentences: SIXTH_HELD_OUT_SENTENCES, exact: 83, wrong: 0 },
  { name: 'the seventh held out', sentences: SEVENTH_HELD_OUT_SENTENCES, exact: 93, wrong: 0 },
  { name: 'the eighth held out', sentences: EIGHTH_HELD_OUT_SENTENCES, exact: 93, wrong: 0 },
  { name: 'the ninth held out', sentences: NINTH_HELD_OUT_SENTENCES, exact: 93, wrong: 0 },
];

/** Shares in percent; nothing of what is held out is shown. */
function measureReading(): Ratio[] {
  const share = (part: number, all: number) => Number(((100 * part) / all).toFixed(1));
  const figures = sets.map(({ name, sentences }) => {
    const judged = sentences.map(judge);
    const count = (is: (one: (typeof judged)[number]) => boolean) => share(judged.filter(is).length, judged.length);
    return {
      set: name,
      sentences: judged.length,
      'exactly right %': count(({ exact }) => exact),
      'asked back %': count(({ asked }) => asked),
      'silently wrong %': count(({ wrong }) => wrong),
    };
  });
  printTable(figures);
  const times: number[] = [];
  for (let round = 0; round < PARSE_ROUNDS; round += 1) {
    for (const { said } of CONTACT_SENTENCES) {
      const at = performance.now();
      readSentence(said, VOCABULARY, TODAY);
      if (round > 0) times.push(1_000 * (performance.now() - at));
    }
  }
  const [p50, p99] = [Math.round(median(times)), Math.round(percentile(times, 99))];
  process.stdout.write(`to read a sentence: p50 ${p50} µs, p99 ${p99} µs\n`);
  const [known] = figures;
  return [
    { name: 'exactly right, %', value: known?.['exactly right %'] ?? 0, limit: 90, better: 'higher' },
    { name: 'silently wrong, %', value: known?.['silently wrong %'] ?? 100, limit: 0, better: 'lower' },
    ...sets.slice(1).flatMap(({ name, exact, wrong }, index): Ratio[] => {
      const held = figures[index + 1];
      return [
        { name: `exactly right of ${name}, %`, value: held?.['exactly right %'] ?? 0, limit: exact, better: 'higher' },
        {
          name: `silently wrong of ${name}, %`,
          value: held?.['silently wrong %'] ?? 100,
          limit: wrong,
          better: 'lower',
        },
      ];
    }),
  ];
}

const headers = ({ token, userId }: BenchUser) => ({ cookie: `token=${token}`, 'x-identity': `${userId}:0` });
let keys = 0;

const post = (user: BenchUser, path: string, body: object): Request => ({
  method: 'POST',
  path,
  headers: {
    ...headers(user),
    'sec-fetch-site': 'same-origin',
    'idempotency-key': `bench-max-${process.pid}-${(keys += 1)}`,
  },
  body: JSON.stringify(body),
});

const listed = (user: BenchUser, scope: object): Request => ({
  path: '/v1/contacts',
  headers: headers(user),
  body: JSON.stringify({ contacts_scope: { ...scope, limit: PAGE_ROWS }, with_total: true }),
});

interface Replied {
  assistant_message: { metadata: { search_payload?: ContactsScope } };
}

async function timed(url: string, request: Request): Promise<[number, string]> {
  const at = performance.now();
  const text = await ask(url, request);
  return [performance.now() - at, text];
}

/** A separate conversation: within one, a sentence refines the previous search. */
async function begin(url: string, user: BenchUser): Promise<number> {
  const begun = await ask(url, post(user, '/v1/chat/start_session', { intent_type: 'contact_search' }));
  return (JSON.parse(begun) as { session: { id: number } }).session.id;
}

const DEFAULTS: Readonly<Record<string, unknown>> = ContactsScope.parse({});

/** Conditions of a search, in alphabetical order. */
const fieldsOf = ({ search, ...rest }: ContactsScope): string[] =>
  [
    ...search.map(({ field }) => field),
    ...Object.entries(rest).flatMap(([key, value]) => (value === DEFAULTS[key] || key === 'order' ? [] : [key])),
  ].toSorted();

/** The same search asked of MAX and of the list, in turn. */
async function measureAnswers(
  url: string,
  people: readonly { who: string; user: BenchUser | undefined }[],
): Promise<Ratio[]> {
  const [max, list] = [[] as number[], [] as number[]];
  const rows: Record<string, string | number>[] = [];
  for (const { who, user } of people) {
    if (user === undefined) throw new Error('nobody is there');
    const [theirs, lists] = [[] as number[], [] as number[]];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { said: message, by } of ASKED) {
        const body = { session_id: await begin(url, user), intent_type: 'contact_search', message };
        const [took, text] = await timed(url, post(user, '/v1/chat/send_message', body));
        const { search_payload: scope } = (JSON.parse(text) as Replied).assistant_message.metadata;
        if (scope === undefined || fieldsOf(scope).join() !== by.join()) {
          throw new Error(`not the search that “${message}” asks for: ${JSON.stringify(scope)}`);
        }
        const [listTook] = await timed(url, listed(user, scope));
        if (round === 0) continue;
        theirs.push(took);
        lists.push(listTook);
      }
    }
    max.push(...theirs);
    list.push(...lists);
    rows.push({
      who,
      'MAX p50 ms': median(theirs),
      'MAX p99 ms': percentile(theirs, 99),
      'list p50 ms': median(lists),
      'list p99 ms': percentile(lists, 99),
    });
  }
  printTable(rows);
  return [
    { name: 'answer / list, p50', value: median(max) / median(list), limit: 8, better: 'lower' },
    { name: 'answer p99, ms', value: percentile(max, 99), limit: 500, better: 'lower' },
  ];
}

const reading = measureReading();
const world = await openWorld('bench-max', CONTACTS, (text) => void process.stderr.write(`${text}\n`), SHAPE);
const client = new pg.Client({ connectionString: world.postgres.url });
await client.connect();
await client.query(
  `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
   select account_id, 'chat', true, min(id), now() from users group by account_id
   on conflict (account_id, feature) do update set enabled = true`,
);
await client.end();
const app = await startServer(join(ROOT, 'server', 'main.ts'), ['web'], {
  DATABASE_URL: world.postgres.url,
  APP_ENV: 'demo',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  DATA_DIR: join(ROOT, '.cache', 'bench-max'),
});
try {
  const answers = await measureAnswers(app.url, [
    { who: 'agent, 10,000', user: world.agents[0] },
    { who: 'manager, 50,000', user: world.managers[0] },
    { who: 'admin, 100,000', user: world.admins[0] },
  ]);
  printRatios([...reading, ...answers]);
} finally {
  app.child.removeAllListeners('exit').kill('SIGTERM');
  await world.postgres.stop();
}
