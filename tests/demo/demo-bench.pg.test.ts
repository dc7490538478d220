import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DemoWorld } from '#contract/demo.contract.ts';
import { keepService, type Service } from '../../server/roles/child.ts';
import { controlPath } from '../../server/roles/demo-bench/control-socket.ts';
import { createDemoBench, type DemoBench } from '../../server/roles/demo-bench/demo-bench.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

/** Longer than a fault and its recovery take here; also the limit for a part that never comes. */
const READY_MS = 3_000;

let database: TestDatabase;
let dataDir: string;
let bench: DemoBench;
let web: Service;
let jobs: Service;
let voice: Service;
/** Roles that were run to their end. */
const tasks: string[] = [];

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  tasks.length = 0;
  dataDir = mkdtempSync(join(tmpdir(), 'bw-bench-'));
  const env = () => ({ SICK: join(dataDir, 'sick') });
  const script = join(import.meta.dirname, 'ready-child.ts');
  const keep = (name: string) => keepService({ name, env, logPath: null, script }, () => undefined, READY_MS);
  [web, jobs, voice] = [keep('web'), keep('jobs'), keep('voice')];
  await Promise.all([web.start(), jobs.start(), voice.start()]);
  bench = createDemoBench({ dataDir, host: '127.0.0.1' }, database.url);
  const task = (name: string) => Promise.resolve(void tasks.push(name));
  await bench.open({ web, jobs, voice, database: null, port: 0, task });
});
afterEach(async () => {
  await bench.close();
  await Promise.all([web.stop(), jobs.stop(), voice.stop()]);
  rmSync(dataDir, { recursive: true });
});

/** The last line that the bench answers. */
async function ask(question: object): Promise<{ done?: string; refusal?: string; world?: DemoWorld }> {
  const socket = connect(controlPath(dataDir));
  socket.write(`${JSON.stringify(question)}\n`);
  let last = '{}';
  for await (const line of createInterface(socket)) last = line;
  return JSON.parse(last) as { done?: string };
}

const webNow = async () => {
  const { world } = await ask({ do: 'status' });
  const { state, left_ms } = world?.parts.find(({ part }) => part === 'web') ?? {};
  return { state, isPaused: left_ms !== null };
};

/** The kernel's state: T is stopped. */
const stateOf = (pid: number | null) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2];

test("healing doesn't wait behind the command it helps, and no command waits forever", async () => {
  writeFileSync(join(dataDir, 'sick'), '');
  const order: string[] = [];
  const killed = ask({ do: 'kill', part: 'web' }).finally(() => order.push('kill'));
  await expect.poll(() => web.facts().starts).toBe(2);

  const answers = [await ask({ do: 'heal' }), await ask({ do: 'resume', part: 'web' })];
  order.push('heal and resume');

  expect(answers).toEqual([{ done: 'Both lines are back to normal.' }, { done: 'The web process resumed.' }]);
  expect(await killed).toEqual({
    refusal: `Bellwether's web process isn't ready after 3 s and keeps trying. See the log above.`,
  });
  expect(order).toEqual(['heal and resume', 'kill']);
});

test('a pause ends with the paused process', async () => {
  await ask({ do: 'pause', part: 'web', seconds: 600 });
  const paused = await webNow();

  // As a line that is put in does, or a reset.
  await web.restart();
  await expect.poll(() => web.facts().pid !== null && web.facts().starts).toBe(2);

  expect([paused, await webNow()]).toEqual([
    { state: 'paused', isPaused: true },
    { state: 'running', isPaused: false },
  ]);
});

test('a closing console resumes paused processes', async () => {
  await ask({ do: 'pause', part: 'web', seconds: 600 });
  await expect.poll(() => stateOf(web.facts().pid)).toBe('T');

  await bench.close();

  await expect.poll(() => stateOf(web.facts().pid)).not.toBe('T');
});

test("a reset of another installation's database is refused before any process stops", async () => {
  await database.pool.query(
    `insert into accounts (name, number, domain_name) values ('Oak', 'A-1', 'oak.example.com')`,
  );

  const { refusal } = await ask({ do: 'reset', confirm: 'reset' });

  const { rows } = await database.pool.query('select name from accounts');
  expect({ refusal, rows, tasks, starts: web.facts().starts }).toEqual({
    refusal: expect.stringContaining("accounts that aren't demos (Oak)"),
    rows: [{ name: 'Oak' }],
    tasks: [],
    starts: 1,
  });
});
