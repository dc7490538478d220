// A full disk: for uploaded files, and for PostgreSQL. Each is a small in-memory file system.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../server/config.ts';
import { findPostmaster, urlOf } from '../server/db/embedded-postmaster.ts';
import { type CableWorld, openCableWorld } from '../tests/_cable/cable-world.ts';
import { mayMount, mountDisk } from '../tests/_boot/small-disk.ts';
import { outcomeOf, startImport, untilBegun, untilDone } from './faults-imports.ts';
import { balance, GRACE_MS, hire, startCrowd } from './faults-load.ts';
import type { Outcome, Part } from './faults-part.ts';
import { addUser, leaving, openFaultWorld, say, startRole, until } from './faults-world.ts';
import type { Ratio } from './measure.ts';

/** Megabytes of the two file systems. */
const FILES_MB = 24;
const POSTGRES_MB = 400;
const ROWS = 30_000;
const PEOPLE = 10;
/** Milliseconds for which PostgreSQL has no room. */
const FULL_MS = 25_000;
/** Milliseconds until everything works again once there is room: the supervisor looks, PostgreSQL recovers. */
const RECOVER_MS = 40_000;
const IMPORT_MS = 120_000;
/** Milliseconds that the product may take to stop. Source: promise P26. */
const STOP_MS = 30_000;

const NO_MOUNT = 'This user may not mount a file system, so no disk can be made small: run this part as root on Linux.';

const none = (name: string, value: number): Ratio => ({ name, value, limit: 0, better: 'lower' });

/** A small disk that goes with this part, however it ends. */
function mountUntilLeft(folder: string, megabytes: number) {
  const disk = mountDisk(folder, megabytes);
  const undo = async () => {
    leaving.delete(undo);
    disk.unmount();
  };
  leaving.add(undo);
  return { ...disk, undo };
}

/** Uploads into a full disk while an import that was uploaded before runs. */
async function filesFull(): Promise<Ratio[]> {
  const world = await openFaultWorld();
  const folder = join(world.dataDir, 'files');
  const disk = mountUntilLeft(folder, FILES_MB);
  try {
    const env = { DATABASE_URL: world.url, DATA_DIR: world.dataDir };
    const [web, jobs] = [await startRole('web', env), await startRole('jobs', env)];
    const [first, second] = [
      await addUser(world, await world.addAccount()),
      await addUser(world, await world.addAccount()),
    ];
    const sheet = { rows: ROWS, seed: 3 };
    const calm = await startImport(web.url, first, sheet);
    await untilBegun(world.owner, calm);
    const kept = readdirSync(folder).length;
    disk.fill(2 ** 20);
    const refused = await startImport(web.url, second, sheet).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    const { rows } = await world.owner.query('select from imports where account_id = $1', [second.accountId]);
    const left = readdirSync(folder).length - kept - 1 + rows.length;
    say(`Upload to a full disk: ${refused}`);
    await untilDone(world.owner, calm, IMPORT_MS);
    const wanted = await outcomeOf(world.owner, calm);
    disk.free();
    const again = await startImport(web.url, second, sheet);
    await untilDone(world.owner, again, IMPORT_MS);
    const alike = (await outcomeOf(world.owner, again)) === wanted;
    await Promise.all([web.end('SIGTERM'), jobs.end('SIGTERM')]);
    return [
      none('uploads not refused with one sentence', /503 .*no room left/u.test(refused) ? 0 : 1),
      none('half-made things left', left),
      none('imports that came out otherwise', alike && wanted.startsWith(`done ${ROWS} rows`) ? 0 : 1),
    ];
  } finally {
    await disk.undo();
    await world.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The whole product under its supervisor, with PostgreSQL on a separate disk. */
async function startAll(dataDir: string) {
  const port = await freePort();
  const logPath = join(dataDir, 'all.out');
  const output = openSync(logPath, 'a');
  const child = spawn(process.execPath, [join(ROOT, 'server', 'main.ts'), 'all'], {
    env: {
      ...process.env,
      APP_ENV: 'stage',
      APP_URL: 'http://127.0.0.1',
      ALLOW_PLAIN_HTTP: 'true',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SECRET_KEYS: Buffer.alloc(32, 7).toString('base64'),
    },
    stdio: ['ignore', output, output],
  });
  const log = () => readFileSync(logPath, 'utf8');
  const stop = async () => {
    leaving.delete(stop);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([exit, sleep(STOP_MS, undefined, { ref: false }).then(() => child.kill('SIGKILL'))]);
  };
  leaving.add(stop);
  await until(`the product is up: ${logPath}`, 60_000, () => {
    if (child.exitCode !== null) throw new Error(`It ended at its start: ${log()}`);
    return /^ready /mu.test(log());
  });
  return {
    base: `http://127.0.0.1:${port}`,
    log,
    /** True when the supervisor is still alive. */
    isUp: () => child.exitCode === null && child.signalCode === null,
    stop,
  };
}

/** Asks for one segment of the journal after the other: without room for the next one PostgreSQL ends. */
async function endJournal(owner: CableWorld['owner']): Promise<void> {
  const next = `select pg_logical_emit_message(false, 'faults', repeat('x', 1000)), pg_switch_wal()`;
  for (let tries = 0; tries < 100; tries += 1) {
    const alive = await owner.query(next).then(
      () => true,
      () => false,
    );
    if (!alive) return;
  }
}

async function postgresFull(): Promise<Ratio[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-faults-'));
  const disk = mountUntilLeft(join(dataDir, 'postgres'), POSTGRES_MB);
  try {
    const all = await startAll(dataDir);
    try {
      const { socketFolder } = findPostmaster(join(dataDir, 'postgres', 'data')) ?? { socketFolder: '' };
      const world = openCableWorld(urlOf(socketFolder, 'bellwether'));
      for (const pool of [world.owner, world.pool]) pool.on('error', () => undefined);
      const accountId = await world.addAccount();
      const users = await Promise.all(Array.from({ length: PEOPLE }, () => addUser(world, accountId)));
      const workers = await hire(all.base, users);
      const importing = await addUser(world, await world.addAccount());
      const crowd = startCrowd(() => all.base, workers);
      await sleep(3_000);

      const from = performance.now();
      disk.fill();
      const running = startImport(all.base, importing, { rows: ROWS, seed: 3 }).then(
        () => 'accepted',
        (error: Error) => error.message,
      );
      await sleep(FULL_MS / 2);
      await endJournal(world.owner);
      await sleep(FULL_MS / 2);
      const to = performance.now();
      const sentence = all.log().match(/"msg":"([^"]*(?:disk|room|space)[^"]*)"/iu)?.[1] ?? 'nothing';
      disk.free();
      const isWell = async () => (await fetch(`${all.base}/readyz`).catch(() => null))?.ok === true;
      const recovered = await until('the product is well again', RECOVER_MS, isWell);
      await sleep(5_000);
      await crowd.stop(GRACE_MS);
      const told = await balance(world.owner, accountId, crowd);
      const later = await startImport(all.base, importing, { rows: ROWS, seed: 4 });
      await untilDone(world.owner, later, IMPORT_MS);
      const broken = await brokenRelations(world.owner);
      await world.close();

      const during = crowd.answers.filter((answer) => answer.to > from && answer.from < to);
      const countOf = (kind: 'read' | 'write', well: boolean) =>
        during.filter((answer) => answer.kind === kind && (answer.status === 200) === well).length;
      const rude = during.filter(({ status, polite }) => status !== 0 && status !== 200 && status !== 409 && !polite);
      say(
        `PostgreSQL without room for ${FULL_MS / 1_000} s: ${countOf('write', true)} writes and ${countOf('read', true)} reads answered well, ${countOf('write', false)} and ${countOf('read', false)} refused`,
      );
      say(`An import then: ${await running}`);
      say(`The supervisor said: ${sentence}`);
      say(`Well again after ${(recovered / 1_000).toFixed(1)} s; ${told.acknowledged} notes told done`);
      return [
        none('acknowledged writes lost', told.lost),
        none('written twice', told.doubled),
        none('never answered', told.open),
        none(
          'answers but 200 and 503 with a sentence',
          rude.length + during.filter(({ status }) => status === 0).length,
        ),
        none('broken tables and indexes', broken),
        none('supervisor without a word or gone', sentence === 'nothing' || !all.isUp() ? 1 : 0),
        { name: 'well again, s', value: recovered / 1_000, limit: RECOVER_MS / 1_000, better: 'lower' },
      ];
    } finally {
      await all.stop();
    }
  } finally {
    await disk.undo();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Reads every table to its end, which proves the checksum of each page, and every index against its table. */
async function brokenRelations(owner: CableWorld['owner']): Promise<number> {
  await owner.query('create extension if not exists amcheck');
  const { rows } = await owner.query<{ proof: string }>(
    `select format('select count(*) from %s', oid::regclass) as proof from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace
     union all
     select format('select bt_index_parent_check(%L, true)', c.oid::regclass) from pg_class c join pg_am a on a.oid = c.relam
       where c.relkind = 'i' and a.amname = 'btree' and c.relnamespace = 'public'::regnamespace`,
  );
  let broken = 0;
  for (const { proof } of rows) {
    await owner.query(proof).catch((error: Error) => {
      broken += 1;
      say(`${proof}: ${error.message}`);
    });
  }
  return broken;
}

export const disk: Part = {
  name: 'disk',
  title: 'the disk of files full, and that of PostgreSQL',
  run: async (): Promise<Outcome> => {
    if (!mayMount()) throw new Error(NO_MOUNT);
    const files = (await filesFull()).map((ratio) => ({ ...ratio, name: `files: ${ratio.name}` }));
    const database = (await postgresFull()).map((ratio) => ({ ...ratio, name: `database: ${ratio.name}` }));
    return { notes: [], rows: [], ratios: [...files, ...database] };
  },
};
