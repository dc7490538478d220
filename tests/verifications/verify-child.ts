import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { embeddedLineLookup } from '../../server/adapters/numbers/embedded-line-lookup.ts';
import type { LineLookup } from '../../server/adapters/numbers/line-lookup.ts';
import { APP_ROLE, createPool } from '../../server/db/pool.ts';
import { runVerification } from '../../server/features/verifications/run-verification.ts';

// A process of its own that works at one run: <database url> <account id> <run id> <look-ups> <ms ahead>. After so many
// look-ups it says so and stands still, to be killed there; its clock is ahead by so many milliseconds.
const [url = '', accountId, runId, most, ahead] = process.argv.slice(2);
const embedded = embeddedLineLookup({ open: true });
let asked = 0;
const lineLookup: LineLookup = {
  ...embedded,
  lookUp: async (number) => {
    asked += 1;
    if (asked > Number(most)) {
      process.stdout.write('there\n');
      await sleep(600_000);
    }
    return embedded.lookUp(number);
  },
};
const pool = createPool({ url, role: APP_ROLE, max: 2 });
const now = () => new Date(Date.now() + Number(ahead));
const ground = { pool, lineLookup, now, log: pino({ level: 'silent' }) };
await runVerification(ground, { accountId: Number(accountId), runId: Number(runId) }, new AbortController().signal);
await pool.end();
