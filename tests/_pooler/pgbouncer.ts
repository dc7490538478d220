import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Where Debian's package has it. */
const PROGRAM = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer';

/** Connections to PostgreSQL of one user: fewer than clients, so that they change between transactions. */
const CONNECTIONS = 3;

/** Milliseconds until it must answer. Ours. */
const START_MS = 10_000;

export interface PgBouncer {
  /** The address of a login behind it, made of that login's own address. */
  behind(url: string): string;
  stop(): Promise<void>;
}

/** A PgBouncer in transaction mode in front of a database. It takes the logins with what PostgreSQL keeps of their passwords. */
export async function startPgBouncer(
  databaseUrl: string,
  verifiers: Readonly<Record<string, string>>,
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-pooler-'));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const [config, users, log] = ['pooler.ini', 'users.txt', 'pooler.log'].map((name) => join(folder, name));
  writeFileSync(
    users ?? '',
    Object.entries(verifiers)
      .map(([login, verifier]) => `"${login}" "${verifier}"\n`)
      .join(''),
  );
  writeFileSync(
    config ?? '',
    `[databases]
* = host=${host} port=${url.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
ignore_startup_parameters = extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
logfile = ${log}
`,
  );
  const unprivileged = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PROGRAM, [...unprivileged, config ?? ''], { stdio: 'ignore' });
  let ended = false;
  const exit = new Promise<void>((done) => {
    const end = () => {
      ended = true;
      done();
    };
    child.once('exit', end).once('error', end);
  });
  const behind = (login: string) => {
    const changed = new URL(login);
    changed.searchParams.delete('host');
    changed.hostname = '127.0.0.1';
    changed.port = String(port);
    return changed.href;
  };
  const stop = async () => {
    if (!ended) child.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  const until = performance.now() + START_MS;
  while (!(await answers(port))) {
    if (ended || performance.now() > until) {
      const said = readFileSync(log ?? '', { encoding: 'utf8', flag: 'a+' });
      await stop();
      throw new Error(`PgBouncer (${PROGRAM}) doesn't start: ${said}`);
    }
    await sleep(50);
  }
  return { behind, stop };
}

/** An answer of any kind: it asks for a password. */
async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'no one', database: 'none' });
  client.on('error', () => undefined);
  const fault = await client.connect().then(
    () => null,
    (error: { code?: string }) => error,
  );
  await client.end().catch(() => undefined);
  return fault?.code !== 'ECONNREFUSED';
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done, refuse) => {
    server.once('error', refuse);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
