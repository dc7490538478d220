// Measures how fast an event reaches 5,000 sockets of 500 users, compared with a bare `ws` server that builds the frame
// once.
import { type ChildProcess, execSync, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebSocketServer } from 'ws';
import type { PublishedEvent } from '../server/adapters/pub-sub/pub-sub.ts';
import { eventJson, messageFrame } from '../server/cable/protocol.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { createGate } from '../server/gate.ts';
import { importIdentifier, NOTIFICATIONS } from '../tests/_cable/cable-client.ts';
import { type CableWorld, openCableWorld } from '../tests/_cable/cable-world.ts';
import { openStation, type Station } from '../tests/_cable/station.ts';
import type { OpenCommand, Report } from './cable-clients.ts';
import { median, percentile, printRatios, printTable } from './measure.ts';

const USERS = 500;
const SOCKETS = 5_000;
const ROUNDS = 60;
const WARM_UP = 5;
/** Events of the measurement from before the commit. */
const COMMITS = 10;
/** Milliseconds between two of them. */
const PAUSE_MS = 40;
/** Users made at a time: as many as the world has connections, since one waits 2 s for a connection at most. */
const MADE_AT_ONCE = 4;
const EPOCH = '00000000-0000-4000-8000-000000000000';
/** Limits of the issue: fan-out against bare, and bytes of a connection. */
const LIMIT = { fanOut: 1.5, kilobytes: 16 } as const;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Two servers and the readers of both need a descriptor a socket. */
function requireDescriptors(): void {
  const soft = execSync('ulimit -n').toString().trim();
  if (soft === 'unlimited' || Number(soft) >= 2 * SOCKETS + 500) return;
  say(`This bench opens ${2 * SOCKETS} sockets, but "ulimit -n" is ${soft}: raise it to ${2 * SOCKETS + 500} first.`);
  process.exit(1);
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the process once everything that can go has gone: freed pages go back to the system bit by bit. */
async function residentBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 10; i += 1) {
    collect();
    await sleep(400);
    least = Math.min(least, process.memoryUsage.rss());
  }
  return least;
}

interface Readers {
  open(command: Omit<OpenCommand, 'type'>): Promise<void>;
  /** Settles when this many receipts have come. */
  report(receipts: number): Promise<Report>;
  stop(): void;
}

function startReaders(): Readers {
  const child: ChildProcess = fork(join(import.meta.dirname, 'cable-clients.ts'), { serialization: 'advanced' });
  const answer = <T>() => new Promise<T>((done) => child.once('message', (message) => done(message as T)));
  return {
    open: async (command) => {
      child.send({ type: 'open', ...command });
      await answer<'ready'>();
    },
    report: (receipts) => {
      child.send({ type: 'report', receipts });
      return answer<Report>();
    },
    stop: () => child.disconnect(),
  };
}

/** The same sockets and topics and nothing else: no sign-in, no protocol, no database. */
async function openBareServer() {
  const server = createServer();
  const wss = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false });
  const topics = new Map<string, { identifier: string; lines: Set<Duplex> }>();
  let count = 0;
  server.on('upgrade', (request, line, head) => {
    wss.handleUpgrade(request, line, head, () => {
      const user = `user:${count % USERS}`;
      count += 1;
      for (const [topic, identifier] of [
        ['all', importIdentifier(1)],
        [user, NOTIFICATIONS],
      ] as const) {
        const audience = topics.get(topic) ?? { identifier, lines: new Set<Duplex>() };
        topics.set(topic, audience);
        audience.lines.add(line);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    publish: (events: readonly PublishedEvent[]) => {
      for (const event of events) {
        const audience = topics.get(event.stream);
        if (audience === undefined) continue;
        const frame = messageFrame(audience.identifier, eventJson(event));
        for (const line of audience.lines) line.write(frame);
      }
    },
    close: () => server.close(),
  };
}

/** A body as large as the progress of an import; `at` is the microsecond of its making. */
const body = () => ({ type: 'import.progressed', at: Number(process.hrtime.bigint() / 1_000n), rows: 'x'.repeat(600) });

/** Numbers events like the relay does. */
function createNumbering(from: number, offsets = new Map<string, number>()) {
  let sequence = from;
  return (stream: string): PublishedEvent => {
    const offset = (offsets.get(stream) ?? 0) + 1;
    offsets.set(stream, offset);
    sequence += 1;
    return { sequence, stream, epoch: EPOCH, offset, body: body() };
  };
}

interface Side {
  readonly name: 'bellwether' | 'bare ws';
  readonly all: string;
  readonly users: readonly string[];
  publish(events: readonly PublishedEvent[]): unknown;
  readonly number: (stream: string) => PublishedEvent;
}

/** Every client gets one event from each server, one server after the other; the order alternates. */
async function runRound(
  sides: readonly Side[],
  topicsOf: (side: Side) => readonly string[],
  readers: Readers,
  turn: number,
) {
  const reports = new Map<Side, Report>();
  for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
    side.publish(topicsOf(side).map(side.number));
    reports.set(side, await readers.report(SOCKETS));
    await sleep(PAUSE_MS);
  }
  return sides.map((side) => reports.get(side) ?? { latencies: [], disorder: 1 });
}

const rowOf = (server: string, what: string, rounds: readonly number[][]) => ({
  server,
  'events to': what,
  'p50 ms': median(rounds.map((round) => percentile(round, 50))),
  'p99 ms': median(rounds.map((round) => percentile(round, 99))),
  'p99 of all ms': percentile(rounds.flat(), 99),
});

/** The whole way: insert, commit, relay, sockets. */
async function measureCommits(world: CableWorld, accountId: number, stream: string, readers: Readers): Promise<Report> {
  const all: Report = { latencies: [], disorder: 0 };
  for (let i = 0; i < COMMITS; i += 1) {
    await world.emit(accountId, [{ stream, body: body() }]);
    const { latencies, disorder } = await readers.report(SOCKETS);
    all.latencies.push(...latencies);
    all.disorder += disorder;
    await sleep(PAUSE_MS);
  }
  return all;
}

async function measure(url: string): Promise<void> {
  const world = openCableWorld(url);
  const accountId = await world.addAccount();
  const few = createGate(MADE_AT_ONCE);
  const addUser = () => world.addPerson(accountId, 'manager');
  const people = await Promise.all(Array.from({ length: USERS }, () => few(addUser)));
  const importer = await world.addPerson(accountId, 'agent');
  const importId = await world.addImport(importer);
  await world.owner.query(
    `insert into user_tree (account_id, ancestor_id, descendant_id, depth)
     select $1, id, $2, 1 from users where account_id = $1 and id <> $2`,
    [accountId, importer.id],
  );
  const signedIn = await Promise.all(people.map((person) => few(() => world.signIn(person))));
  const cookies = Array.from({ length: SOCKETS }, (_, i) => signedIn[i % USERS]?.cookie ?? '');
  const readers = startReaders();
  const station: Station = await openStation(url);
  const bare = await openBareServer();
  const identifiers = [importIdentifier(importId), NOTIFICATIONS];
  const commands = identifiers.map((identifier) => JSON.stringify({ command: 'subscribe', identifier }));

  const ready = { text: 'stream.positioned', count: identifiers.length };
  const half = SOCKETS / 2;
  const letIn = async (some: string[]) => {
    const began = performance.now();
    await readers.open({ port: station.port, path: '/cable', cookies: some, commands, ready });
    return (performance.now() - began) / 1_000;
  };
  // Memory of one more connection: the arriving crowd costs the first half, the second half finds it allocated.
  const first = await letIn(cookies.slice(0, half));
  const before = await residentBytes();
  const heapBefore = process.memoryUsage().heapUsed;
  const seconds = first + (await letIn(cookies.slice(half)));
  const kilobytes = ((await residentBytes()) - before) / half / 1_024;
  const heapKilobytes = (process.memoryUsage().heapUsed - heapBefore) / half / 1_024;
  await readers.open({ port: bare.port, path: '/', cookies, commands: [], ready: { text: '', count: 0 } });
  await sleep(500);

  const stream = `import:${importId}`;
  await measureCommits(world, accountId, stream, readers);
  const committed = await measureCommits(world, accountId, stream, readers);
  const own: Side = {
    name: 'bellwether',
    all: stream,
    users: people.map(({ id }) => `user:${id}`),
    publish: (events) => void station.pubSub.publish(events),
    number: createNumbering(2 * COMMITS, new Map([[stream, 2 * COMMITS]])),
  };
  const bareSide: Side = {
    name: 'bare ws',
    all: 'all',
    users: people.map((_, i) => `user:${i}`),
    publish: bare.publish,
    number: createNumbering(0),
  };
  const sides = [own, bareSide];
  const toAll = (side: Side) => [side.all];
  const toUsers = (side: Side) => side.users;
  const rounds = { all: [] as Report[][], users: [] as Report[][] };
  for (let i = 0; i < WARM_UP + ROUNDS; i += 1) {
    const [all, users] = [await runRound(sides, toAll, readers, i), await runRound(sides, toUsers, readers, i)];
    if (i < WARM_UP) continue;
    rounds.all.push(all);
    rounds.users.push(users);
  }
  const sideOf = (kind: Report[][], place: number) => kind.map((round) => round[place]?.latencies ?? []);
  const disorder = [...rounds.all, ...rounds.users].reduce(
    (sum, [round]) => sum + (round?.disorder ?? 0),
    committed.disorder,
  );

  const rows = [
    rowOf(own.name, 'one stream of 5,000', sideOf(rounds.all, 0)),
    rowOf(bareSide.name, 'one stream of 5,000', sideOf(rounds.all, 1)),
    rowOf(own.name, '500 streams of 10', sideOf(rounds.users, 0)),
    rowOf(bareSide.name, '500 streams of 10', sideOf(rounds.users, 1)),
    rowOf(own.name, 'one stream of 5,000, from before the commit', [committed.latencies]),
  ];
  printTable(rows);
  say(
    `${SOCKETS} sockets of ${USERS} users were let in and subscribed twice in ${seconds.toFixed(1)} s; each takes ${heapKilobytes.toFixed(1)} KB of heap`,
  );
  const ratio = (above: number, below: number) => (rows[above]?.['p99 ms'] ?? 0) / (rows[below]?.['p99 ms'] ?? 0);
  printRatios([
    { name: 'p99 one stream / bare', value: ratio(0, 1), limit: LIMIT.fanOut, better: 'lower' },
    { name: 'p99 500 streams / bare', value: ratio(2, 3), limit: LIMIT.fanOut, better: 'lower' },
    { name: 'KB a connection', value: kilobytes, limit: LIMIT.kilobytes, better: 'lower' },
    { name: 'events out of order', value: disorder, limit: 0, better: 'lower' },
  ]);
  readers.stop();
  bare.close();
  await station.close();
  await world.close();
}

requireDescriptors();
const dataDir = mkdtempSync(join(tmpdir(), 'bench-cable-'));
const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
try {
  await migrate({ url: database.url, log: () => undefined });
  await measure(database.url);
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
