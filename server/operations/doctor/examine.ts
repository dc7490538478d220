import pg from 'pg';
import { brandOf } from '#brands/brand.ts';
import { sentenceOf } from '../../roles/sentence-of.ts';
import { findDatabase } from '../reach-database.ts';
import { asOwner } from '../../config.ts';
import { DATABASE_CHECKS } from './database-checks.ts';
import { type Finding, reasonOf, runCheck, type Scene } from './finding.ts';
import { claimCheck, dataFolderCheck, diskCheck, portCheck } from './folder-checks.ts';
import { checkoutCheck, memoryCheck, nodeCheck, openFilesCheck } from './machine-checks.ts';
import { OUTSIDE_CHECKS } from './outside-checks.ts';
import { postgresCheck } from './postgres-check.ts';
import { settingsCheck, soundConfig } from './settings-checks.ts';
import { backupCheck, filesCheck, secretsCheck } from './store-checks.ts';
import { voiceCheck } from './voice-check.ts';

/** Milliseconds that the database may take to answer. Ours. */
const CONNECT_MS = 4_000;
const STATEMENT_MS = 8_000;

const ON_THE_MACHINE = [
  nodeCheck,
  checkoutCheck,
  settingsCheck,
  memoryCheck,
  openFilesCheck,
  dataFolderCheck,
  diskCheck,
  claimCheck,
  portCheck,
  voiceCheck,
  postgresCheck,
];
const ON_DATA = [...DATABASE_CHECKS, filesCheck, secretsCheck, backupCheck, ...OUTSIDE_CHECKS];

export interface Examination {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly online: boolean;
  readonly now: Date;
}

/** Runs every check without changing anything; checks are independent. */
export async function examine({ env, online, now }: Examination): Promise<Finding[]> {
  const config = soundConfig(env);
  const scene: Scene = { env, config, version: brandOf(config.brand).version, online, ask: null, now };
  const findings: Finding[] = [];
  for (const check of ON_THE_MACHINE) findings.push(...(await runCheck(check, scene)));
  const database = await openForReading(scene);
  findings.push(...database.findings);
  for (const check of ON_DATA) findings.push(...(await runCheck(check, { ...scene, ask: database.pool })));
  await database.pool?.end().catch(() => undefined);
  return findings;
}

async function openForReading({ config }: Scene): Promise<{ pool: pg.Pool | null; findings: readonly Finding[] }> {
  const tell = (mark: Finding['mark'], sentence: string) => ({
    pool: null,
    findings: [{ check: 'database', mark, sentence }],
  });
  let found: ReturnType<typeof findDatabase>;
  try {
    found = findDatabase(asOwner(config));
  } catch (error) {
    return tell('fault', `${reasonOf(error)}.`);
  }
  if (found === null)
    return tell(
      'warn',
      "The database is stopped, so its contents weren't checked. Start Bellwether and run this again.",
    );
  const pool = new pg.Pool({
    connectionString: found.url,
    // The checks that take another role on need one and the same connection.
    max: 1,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    options: `-c default_transaction_read_only=on -c statement_timeout=${STATEMENT_MS}`,
  });
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
    return { pool, findings: [] };
  } catch (error) {
    await pool.end().catch(() => undefined);
    return tell(
      'fault',
      sentenceOf(error, config) ??
        `The database doesn't answer (${reasonOf(error)}). See the logs in ${config.dataDir}/logs.`,
    );
  }
}
