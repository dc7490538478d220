import { isTryout } from '#rules/access/tryout.ts';
import { APP_ROLE } from '../../db/pool.ts';
import { findNewer, isTolerated, MIGRATIONS, namesIn, newerDatabase } from '../../db/migrations.ts';
import { readMigrations } from '../backup/catalog.ts';
import { openTables } from '../restore/inspect.ts';
import { ageOf, type Check, gigabytes, type Scene, type Told } from './finding.ts';

type Asking = NonNullable<Scene['ask']>;

/** Oldest PostgreSQL that the migrations run on. Source: tests of the migrations. */
const POSTGRES_MAJOR = 16;

/** Seconds that two clocks may differ before codes and sessions suffer. Source: one step of a code is 30 s. */
const SKEW_S = { warn: 2, fault: 15 } as const;

/** Time that something may wait before the operator should know, in ms. Our choice. */
const JOB_WAIT_MS = 5 * 60_000;
const RELAY_WAIT_MS = 10_000;
const SEAL_WAIT_MS = 10 * 60_000;

/** A check of a database that answers. */
const ofDatabase = (name: string, look: (ask: Asking, scene: Scene) => Promise<readonly Told[]>): Check => ({
  name,
  look: (scene) => (scene.ask === null ? [] : look(scene.ask, scene)),
});

const one = async <Row extends object>(ask: Asking, text: string, values: unknown[] = []): Promise<Row> => {
  const { rows } = await ask.query<Row & object>(text, values);
  return rows[0] as Row;
};

const serverCheck = ofDatabase('database', async (ask) => {
  const found = await one<{
    version: string;
    major: number;
    checksums: string;
    fsync: string;
    bytes: number;
    damaged: number;
  }>(
    ask,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
            current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
            pg_database_size(current_database())::float8 as bytes,
            coalesce((select sum(checksum_failures) from pg_stat_database), 0)::int as damaged`,
  );
  const told: Told[] = [];
  if (found.major < POSTGRES_MAJOR)
    told.push(['fault', `PostgreSQL ${found.version} is too old. Version ${POSTGRES_MAJOR} or newer is required.`]);
  if (found.damaged > 0)
    told.push(['fault', `${found.damaged} database pages are damaged. Restore a backup, and check the disk.`]);
  if (found.fsync !== 'on') told.push(['fault', 'fsync is off, so a power failure loses data. Turn it on.']);
  if (found.checksums !== 'on')
    told.push(['warn', 'Data checksums are off, so disk damage goes unnoticed. Turn them on with pg_checksums.']);
  return told.length > 0
    ? told
    : [['ok', `PostgreSQL ${found.version}, ${gigabytes(found.bytes)}, checksums and fsync on.`]];
});

/** What an operator can do about the login of the application. */
async function loginFaults(ask: Asking, { config: { appEnv, databaseUrl } }: Scene): Promise<readonly Told[]> {
  if (databaseUrl === null || isTryout(appEnv)) return [];
  const login = decodeURIComponent(new URL(databaseUrl).username);
  const { owner } = await one<{ owner: boolean }>(
    ask,
    `select exists (select from pg_roles where rolname = $1 and (rolsuper or rolbypassrls))
         or exists (select from pg_tables where schemaname = 'public' and tableowner = $1) as owner`,
    [login],
  );
  if (!owner) return [];
  return [
    ['warn', `The app logs in as ${login}, which may change tables. Give it a login of its own (docs/deploying.md).`],
  ];
}

const roleCheck = ofDatabase('roles', async (ask, scene) => {
  const found = await one<{ app: boolean; definer: boolean; makes: boolean }>(
    ask,
    `select exists (select from pg_roles where rolname = 'bellwether_app') as app,
            exists (select from pg_roles where rolname = 'bellwether_definer') as definer,
            (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as makes`,
  );
  if (!found.app || !found.definer) {
    return found.makes
      ? [['warn', "The application's roles don't exist yet. The first start creates them."]]
      : [
          [
            'fault',
            "The roles bellwether_app and bellwether_definer are missing, and the user of DATABASE_URL can't create them. Grant it CREATEROLE for the first start.",
          ],
        ];
  }
  const rights = await one<{ app: boolean; definer: boolean; owner: boolean }>(
    ask,
    `select pg_has_role(current_user, 'bellwether_app', 'set') as app, pg_has_role(current_user, 'bellwether_definer', 'usage') as definer,
            (select pg_has_role(current_user, datdba, 'usage') from pg_database where datname = current_database())
              or exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as owner`,
  );
  if (rights.app && rights.definer) {
    const faults = await loginFaults(ask, scene);
    return faults.length > 0 ? faults : [['ok', 'The restricted role exists and can be used.']];
  }
  // The grant would open every account to the login of the app.
  if (!rights.owner) return [['fault', 'Run this as the owner of the database: set DATABASE_OWNER_URL.']];
  return [['fault', "The database user can't act as bellwether_app and bellwether_definer. Grant it both roles."]];
});

const isolationCheck = ofDatabase('isolation', async (ask) => {
  if ((await readMigrations(ask)).length === 0) return [];
  const faults = await openTables(ask);
  if (faults.length > 0)
    return faults.map(
      (sentence): Told => [
        'fault',
        `${sentence} Accounts could see each other's data. Stop Bellwether and restore a backup.`,
      ],
    );
  return [['ok', `${APP_ROLE} sees no rows without an account.`]];
});

const migrationsCheck = ofDatabase('migrations', async (ask) => {
  const done = await readMigrations(ask);
  const newer = await findNewer(ask);
  if (newer !== null && !isTolerated(newer)) return [['fault', newerDatabase(newer.unknown)]];
  if (newer !== null)
    return [
      ['warn', `The next version has migrated the database (${newer.unknown.join(', ')}). Upgrade this one soon.`],
    ];
  const pending = namesIn(MIGRATIONS).filter((name) => !done.includes(name));
  if (pending.length === 0) return [['ok', `All ${done.length} have run.`]];
  return [['warn', `${pending.length} are pending (${pending.join(', ')}). Make a backup. The next start runs them.`]];
});

const jobsCheck = ofDatabase('jobs', async (ask) => {
  const there = await one<{ found: boolean }>(ask, `select to_regclass('pgboss.job') is not null as found`);
  if (!there.found) return [];
  const jobs = await one<{ waiting: number; oldest: number | null; dropped: number; names: string | null }>(
    ask,
    `select count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
            extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now()))::float8 * 1000 as oldest,
            count(*) filter (where state in ('failed', 'cancelled') and created_on > now() - interval '7 days')::int as dropped,
            string_agg(distinct name, ', ') filter (where state in ('failed', 'cancelled') and created_on > now() - interval '7 days') as names
     from pgboss.job`,
  );
  const told: Told[] = [];
  if ((jobs.oldest ?? 0) > JOB_WAIT_MS) {
    told.push([
      'warn',
      `${jobs.waiting} jobs waiting, the oldest for ${ageOf(jobs.oldest ?? 0)}. Is a jobs process running?`,
    ]);
  }
  if (jobs.dropped > 0)
    told.push([
      'warn',
      `${jobs.dropped} jobs failed for good in the last 7 days (${jobs.names}). See the log of the jobs process.`,
    ]);
  return told.length > 0 ? told : [['ok', `${jobs.waiting} waiting, none failed for good in the last 7 days.`]];
});

const relayCheck = ofDatabase('relay', async (ask) => {
  if ((await readMigrations(ask)).length === 0) return [];
  const lag = await one<{ waiting: number; oldest: number | null }>(
    ask,
    `select count(*)::int as waiting, extract(epoch from now() - min(created_at))::float8 * 1000 as oldest
     from events where "offset" is null`,
  );
  if ((lag.oldest ?? 0) < RELAY_WAIT_MS) return [['ok', `${lag.waiting} events waiting for their number.`]];
  return [
    [
      'warn',
      `${lag.waiting} events waiting for their number, the oldest for ${ageOf(lag.oldest ?? 0)}. Is a web process running?`,
    ],
  ];
});

const auditCheck = ofDatabase('audit log', async (ask) => {
  const there = await one<{ found: boolean }>(ask, `select to_regclass('audit_sealing') is not null as found`);
  if (!there.found) return [];
  const { rows, oldest } = await one<{ rows: number; oldest: number | null }>(
    ask,
    `select count(*)::int as rows, extract(epoch from clock_now() - min(a.at))::float8 * 1000 as oldest
     from audit_log a where a.id > (select low_id from audit_sealing)
       and not exists (select from audit_chain c where c.audit_id = a.id)`,
  );
  if ((oldest ?? 0) < SEAL_WAIT_MS) return [['ok', `${rows} rows waiting to be sealed.`]];
  return [
    [
      'warn',
      `${rows} rows of the audit log aren't sealed, the oldest for ${ageOf(oldest ?? 0)}. Is a jobs process running?`,
    ],
  ];
});

const clockCheck = ofDatabase('clock', async (ask) => {
  const before = Date.now();
  const { at } = await one<{ at: Date }>(ask, 'select clock_timestamp() as at');
  const skew = Math.abs(at.getTime() - (before + Date.now()) / 2) / 1000;
  if (skew < SKEW_S.warn) return [['ok', 'The clocks of this machine and the database agree.']];
  const mark = skew < SKEW_S.fault ? 'warn' : 'fault';
  return [[mark, `The clocks of this machine and the database differ by ${skew.toFixed(0)} s. Sync them with NTP.`]];
});

export const DATABASE_CHECKS: readonly Check[] = [
  serverCheck,
  roleCheck,
  isolationCheck,
  migrationsCheck,
  jobsCheck,
  relayCheck,
  auditCheck,
  clockCheck,
];
