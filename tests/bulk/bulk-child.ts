import pino from 'pino';
import { loadConfig } from '../../server/config.ts';
import { APP_ROLE, createPool } from '../../server/db/pool.ts';
import { runBulk, undoBulk } from '../../server/features/bulk/run-bulk.ts';
import { createSeal } from '../../server/seal.ts';

// A process of its own that does one bulk job, to be killed: <database url> <account id> <job id> <run or undo>.
const [url = '', accountId, jobId, way] = process.argv.slice(2);
const pool = createPool({ url, role: APP_ROLE, max: 1 });
const config = loadConfig({ APP_ENV: 'development', DATABASE_URL: url });
const seal = createSeal([Buffer.alloc(32)]);
const ground = { config, pool, seal, now: () => new Date(), log: pino({ level: 'silent' }) };
const data = { accountId: Number(accountId), jobId: Number(jobId) };
process.stdout.write('begun\n');
await (way === 'undo' ? undoBulk : runBulk)(ground, data, new AbortController().signal);
await pool.end();
