import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quota } from '#rules/phone/dialer.ts';
import { diskStorage } from '../../server/adapters/storage/disk-storage.ts';
import { type Tx, withAccount } from '../../server/db/tx.ts';
import { loadDemoWorld } from '../../server/features/demo/load-demo-world.ts';
import { readDialer } from '../../server/features/phone/dialer.service.ts';
import { decodeMuLaw } from '../../server/voice/recording/mu-law.ts';
import { readWav } from '../../server/voice/recording/wav.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

/** A quarter past midnight in Tampa, on the first day of a month. */
const NOW = new Date('2026-11-01T04:15:00Z');

const folder = mkdtempSync(join(tmpdir(), 'demo-phone-'));
const storage = diskStorage(folder);
let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await loadDemoWorld({ databaseUrl: database.url }, { storage, now: NOW });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const one = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await database.pool.query(text, [...values])).rows as Row[];

async function dialerOf(username: string) {
  const [user] = await one<{ id: number; account_id: number }>('select id, account_id from users where username = $1', [
    username,
  ]);
  const { id = 0, account_id: accountId = 0 } = user ?? {};
  return withAccount(database.appPool, { accountId }, (tx: Tx) => readDialer(tx, id, NOW));
}

test('all users have a verified number that no contact has', async () => {
  const without = await one(
    `select username from users u where dialer_verified_phone_number is null
       or not exists (select from phone_numbers p where p.user_id = u.id and p.number = u.dialer_verified_phone_number)`,
  );
  const shared = await one('select p.number from phone_numbers p join contacts c on p.number in (c.phone, c.phone_2)');

  expect([without, shared]).toEqual([[], []]);
});

test('every agency has an echo line and a team that rings simultaneously', async () => {
  const lines = await one(
    `select a.number as agency, p.kind, (select count(*)::int from phone_number_members m where m.phone_number_id = p.id) as people
     from phone_numbers p join accounts a on a.id = p.account_id where p.kind <> 'agent' order by 1, 2`,
  );

  expect(lines).toEqual([
    { agency: 'A-100', kind: 'echo', people: 0 },
    { agency: 'A-100', kind: 'group', people: 5 },
    { agency: 'A-200', kind: 'echo', people: 0 },
    { agency: 'A-200', kind: 'group', people: 1 },
    { agency: 'A-300', kind: 'echo', people: 0 },
    { agency: 'A-300', kind: 'group', people: 1 },
    { agency: 'A-400', kind: 'echo', people: 0 },
    { agency: 'A-400', kind: 'group', people: 1 },
  ]);
});

test.each([
  ['priya', 'manager', '12 minutes left this month.'],
  ['joonho', 'manager', 'Please request additional minutes from your manager.'],
  ['emeka', 'manager', 'Please request additional minutes from your manager.'],
  ['terrell', 'self', null],
  ['lucia', 'enabled', null],
  ['silver.agent', 'company', null],
])('%s, whose minutes are %s, reads: %s', async (username, source, words) => {
  const { availability, minutes } = await dialerOf(username);
  const said = minutes === null ? null : quota(minutes);

  expect([availability, minutes?.source, said?.allowed === false ? said.reason : said?.warning]).toEqual([
    { available: true },
    source,
    words,
  ]);
});

test.each([
  ['grace', "Your manager hasn't paid for your phone license yet."],
  ['wyatt', 'Set up two-factor sign-in first.'],
  ['caleb', 'Change your password first.'],
  ['sofia', "You don't have a phone subscription."],
])('%s has no dialer: %s', async (username, reason) => {
  expect((await dialerOf(username)).availability).toEqual({ available: false, reason });
});

test('the agent has a history: answered, missed and refused calls, with notes that the contacts have too', async () => {
  const [found] = await one<Record<string, number>>(
    `select count(*)::int as calls, count(distinct outcome)::int as outcomes, count(disposition)::int as said,
       count(*) filter (where note <> '')::int as notes,
       count(*) filter (where note = n.body and n.contact_id = c.contact_id)::int as kept
     from calls c left join notes n on n.id = c.note_id
     where c.id in (select id from calls where user_id = (select id from users where username = 'agent')
                    union select call_id from call_rings where user_id = (select id from users where username = 'agent'))`,
  );
  const { calls = 0, outcomes = 0, said = 0, notes = 0, kept = 0 } = found ?? {};

  expect(calls).toBeGreaterThan(30);
  expect(outcomes).toBeGreaterThanOrEqual(5);
  expect(said).toBeGreaterThan(8);
  expect(kept).toBe(notes);
});

test('three recordings play with sound in both channels', async () => {
  const files = await one<{ file_key: string; seconds: number; peaks: Buffer[]; bytes: string }>(
    `select f.file_key, f.bytes, r.seconds, r.peaks from call_recordings r join files f on f.id = r.file_id order by r.id`,
  );
  const heard = [];
  for (const { file_key: key, bytes } of files) {
    const content = await buffer(await storage.open(key));
    const { channels, rate, samples } = readWav(content);
    const loud = [0, 1].map((channel) =>
      samples.some((byte, at) => at % 2 === channel && Math.abs(decodeMuLaw(byte)) > 3_000),
    );
    heard.push({ channels, seconds: samples.length / 2 / rate, loud, whole: content.length === Number(bytes) });
  }

  const both = { channels: 2, loud: [true, true], whole: true };
  expect(heard.toSorted((a, b) => a.seconds - b.seconds)).toEqual([
    { ...both, seconds: 14 },
    { ...both, seconds: 18 },
    { ...both, seconds: 22 },
  ]);
  expect(files.every(({ peaks }) => peaks.length === 2 && peaks.every((channel) => Math.max(...channel) > 40))).toBe(
    true,
  );
});

test('every call has its details, from the first ring to the end', async () => {
  const quiet = await one(
    `select c.id from calls c where not exists (select from call_events e where e.call_id = c.id and e.kind = 'ended')`,
  );

  expect(quiet).toEqual([]);
});
