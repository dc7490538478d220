// Runs the app behind a real PgBouncer in transaction mode. npm run test:pooler
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runAndExit, vitest } from './test-runs.ts';

const PROGRAM = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer';

function install(): boolean {
  console.error('Installing PgBouncer.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...parameters: string[]) => spawnSync('apt-get', parameters, { env, stdio: 'ignore' }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', 'pgbouncer') && existsSync(PROGRAM);
}

if (!existsSync(PROGRAM) && !(process.getuid?.() === 0 && process.env['PGBOUNCER'] === undefined && install())) {
  console.error(`PgBouncer isn't at ${PROGRAM}. Install it, or set PGBOUNCER to its path.`);
  process.exit(1);
}
console.log(spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0]);
await runAndExit([vitest({ load: 3 }, 'pooler')], 1);
