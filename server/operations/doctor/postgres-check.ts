import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '../../db/embedded-binaries.ts';
import { findHome, type Home, POINTER } from '../../db/embedded-home.ts';
import { findPostmaster } from '../../db/embedded-postmaster.ts';
import { ageOf, type Check, type Scene, type Told } from './finding.ts';

/** Milliseconds for which a crash is news. Ours. */
const NEWS_MS = 24 * 3_600_000;

/** Place and value of the state "in production" in pg_control. Source: PostgreSQL, catalog/pg_control.h. */
const CONTROL_STATE = { at: 16, shutDown: 1, inProduction: 6 } as const;

/** The embedded PostgreSQL from outside: its programs, its folder, how it ended. */
export const postgresCheck: Check = {
  name: 'postgresql',
  look: (scene) => {
    if (scene.config.databaseUrl !== null) return [['ok', 'DATABASE_URL is used instead of the embedded database.']];
    const { dataDir } = scene.config;
    const pointer = join(dataDir, POINTER);
    const home = findHome(dataDir);
    if (home !== null) return inspect(home, scene);
    if (!existsSync(pointer)) return [['warn', `There is no database in ${dataDir} yet. The first start creates it.`]];
    const place = readFileSync(pointer, 'utf8').trim();
    return [['fault', `${pointer} says the database is in ${place}, but it isn't. Put it back, or restore a backup.`]];
  },
};

function inspect(home: Home, { config: { dataDir }, now }: Scene): Told[] {
  const binaries = findBinaries(home.account, home.folder);
  if (binaries === null) return [['fault', "PostgreSQL's programs don't run. Start Bellwether, which repairs them."]];
  const version = /(\d+)\.\S+/.exec(execFileSync(binaries.postgres, ['--version'], { encoding: 'utf8' })) ?? ['', ''];
  const made = readFile(join(home.cluster, 'PG_VERSION'));
  if (made === null || !existsSync(join(home.cluster, 'global/pg_control'))) {
    return [['fault', `${home.cluster} is damaged (PostgreSQL files are missing). Restore a backup with --replace.`]];
  }
  if (made !== version[1]) {
    return [
      [
        'fault',
        `The database was made by PostgreSQL ${made}, but this version brings ${version[1]}. See docs/upgrading.md.`,
      ],
    ];
  }
  const running = findPostmaster(home.cluster);
  const end =
    running === null
      ? howItEnded(home)
      : (['ok', `PostgreSQL ${version[0]} is running (process ${running.pid}).`] as const);
  return [end, ...lastCrash(dataDir, now)];
}

function howItEnded({ cluster }: Home): Told {
  const state = readFileSync(join(cluster, 'global/pg_control')).readUInt32LE(CONTROL_STATE.at);
  if (state === CONTROL_STATE.shutDown) return ['ok', 'PostgreSQL is stopped, as it should be.'];
  return [
    'warn',
    'PostgreSQL was interrupted. The next start recovers everything that was committed, which may take a minute.',
  ];
}

/** PostgreSQL's own report of its last crash, if recent. */
function lastCrash(dataDir: string, now: Date): Told[] {
  const log = readFile(join(dataDir, 'logs/postgres.log')) ?? '';
  const crash = [
    ...log.matchAll(
      /^(\S+ \S+) UTC \[\d+\] (?:PANIC: {2}(.*)|LOG: {2}database system was (?:interrupted|not properly).*)$/gm,
    ),
  ].at(-1);
  if (crash === undefined) return [];
  const age = now.getTime() - Date.parse(`${crash[1]?.replace(' ', 'T')}Z`);
  if (!(age < NEWS_MS)) return [];
  const reason = crash[2] === undefined ? '' : ` (${crash[2]})`;
  return [
    [
      'warn',
      `PostgreSQL crashed or was killed ${ageOf(Math.max(0, age))} ago${reason}. See ${join(dataDir, 'logs/postgres.log')}.`,
    ],
  ];
}

function readFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
