import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CableClient, connect, NOTIFICATIONS } from './cable-client.ts';
import type { CableWorld, Person } from './cable-world.ts';
import { openStation, type Station } from './station.ts';
import { openTestWorld } from './test-cable.ts';

const STATION = join(import.meta.dirname, 'station.ts');

interface Process {
  readonly child: ChildProcess;
  readonly port: number;
}

let world: CableWorld;
let person: Person;
let first: Process;
let close: () => Promise<void>;
let second: Station;

/** The first process is alone when it starts, so it is the relay. */
beforeEach(async () => {
  world = await openTestWorld();
  first = await startProcess(world.url);
  await relayIsThere();
  second = await openStation(world.url);
  close = async () => {
    first.child.kill('SIGKILL');
    await second.close();
    await world.close();
  };
  person = await world.addPerson(await world.addAccount(), 'agent');
});
afterEach(() => close());

function startProcess(url: string): Promise<Process> {
  const child = fork(STATION, [url], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((done, fail) => {
    child.on('message', ({ port }: { port: number }) => done({ child, port }));
    child.on('exit', (code) => fail(new Error(`ended with ${code}`)));
  });
}

const relayIsThere = () =>
  expect
    .poll(async () => {
      const { rows } = await world.owner.query(
        `select from pg_locks where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.length;
    })
    .toBe(1);

async function listen(port: number): Promise<CableClient> {
  const client = await connect(port, await world.signIn(person));
  await client.subscribe(NOTIFICATIONS);
  return client;
}

const tell = (n: number) =>
  world.emit(person.accountId, [{ stream: `user:${person.id}`, body: { type: 'told', n } as { type: string } }]);

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

const seenBy = (client: CableClient) => client.messages('told').map(({ offset, n }) => [offset, n]);

test('both processes pass on everything, in order and once', async () => {
  const clients = [await listen(first.port), await listen(second.port)];

  await Promise.all(upTo(200).map(tell));
  await Promise.all(clients.map((client) => client.until(() => client.messages('told').length === 200)));

  expect(clients[0]?.messages('told').map(({ offset }) => offset)).toEqual(upTo(200));
  expect(seenBy(clients[1] as CableClient)).toEqual(seenBy(clients[0] as CableClient));
  await Promise.all(clients.map((client) => client.close()));
});

test('the other process takes over within 3 s when the relay is killed, and loses nothing', async () => {
  const client = await listen(second.port);
  const COUNT = 300;

  for (const n of upTo(COUNT)) {
    await tell(n);
    if (n === COUNT / 2) first.child.kill('SIGKILL');
  }
  const asked = Date.now();
  await client.until(() => client.messages('told').length >= COUNT);

  expect(Date.now() - asked).toBeLessThan(3_000);
  expect(seenBy(client)).toEqual(upTo(COUNT).map((n) => [n, n]));
  await client.close();
});

test('events that a relay has numbered and not published arrive all the same', async () => {
  const client = await listen(second.port);
  const line = await world.owner.connect();

  await line.query('begin');
  await line.query(`insert into events (account_id, stream, body) values ($1, $2, '{"type":"told","n":1}')`, [
    person.accountId,
    `user:${person.id}`,
  ]);
  await line.query('select * from number_events(10)');
  await line.query('commit');
  line.release();
  await client.until(() => client.messages('told').length > 0);

  expect(seenBy(client)).toEqual([[1, 1]]);
  await client.close();
});

test('a process whose database connections are cut loses nothing', async () => {
  const client = await listen(second.port);

  await Promise.all(upTo(50).map(tell));
  await world.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ~* 'read_events|number_events|advisory|listen'
       and pid <> pg_backend_pid()`,
  );
  await Promise.all(upTo(50).map(tell));
  await client.until(() => client.messages('told').length >= 100);

  expect(client.messages('told').map(({ offset }) => offset)).toEqual(upTo(100));
  await client.close();
});
