import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { diskStorage } from '../../server/adapters/storage/disk-storage.ts';
import type { Storage } from '../../server/adapters/storage/storage.ts';
import { APP_ROLE, createPool } from '../../server/db/pool.ts';
import { runPrint } from '../../server/features/printing/run-print.ts';

// A process of its own that draws one print: <database url> <folder> <account id> <job id> <moment>. At the moment, so
// many parts of the file written or the whole file `saved`, it says so and stands still, to be killed there.
const [url = '', folder = '', accountId, jobId, moment] = process.argv.slice(2);
const disk = diskStorage(folder);

async function standStill(): Promise<void> {
  process.stdout.write('there\n');
  await sleep(600_000);
}

async function* upToMoment(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts = 0;
  for await (const part of source) {
    yield part;
    parts += 1;
    if (parts === Number(moment)) await standStill();
  }
}

const storage: Storage = {
  ...disk,
  save: async (key, source) => {
    const bytes = await disk.save(key, Readable.from(upToMoment(source)));
    if (moment === 'saved') await standStill();
    return bytes;
  },
};
const pool = createPool({ url, role: APP_ROLE, max: 2 });
const ground = { pool, storage, now: () => new Date(), log: pino({ level: 'silent' }) };
await runPrint(ground, { accountId: Number(accountId), jobId: Number(jobId) }, new AbortController().signal);
await pool.end();
