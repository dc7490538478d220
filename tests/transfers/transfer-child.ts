import pino from 'pino';
import { APP_ROLE, createPool } from '../../server/db/pool.ts';
import { revertTransfer, runTransfer } from '../../server/features/transfers/run-transfer.ts';

// A process of its own that does one transfer, to be killed: <database url> <account id> <transfer id> <run or revert>.
const [url = '', accountId, transferId, way] = process.argv.slice(2);
const pool = createPool({ url, role: APP_ROLE, max: 1 });
const ground = { pool, now: () => new Date(), log: pino({ level: 'silent' }) };
const data = { accountId: Number(accountId), transferId: Number(transferId) };
process.stdout.write('begun\n');
await (way === 'revert' ? revertTransfer : runTransfer)(ground, data, new AbortController().signal);
await pool.end();
