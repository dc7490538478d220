import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { NOTE_ADVISORY_LOCKS } from './advisory.ts';
import { instrument, logStatements } from './follow-wal.ts';

/** Names the file for the report; without it nothing is recorded. */
export const REPORT = 'RECORD_LOCKS';

/** Records the locks of a cluster, whose databases are copies of the template; answers what ends that. */
export async function startRecording(url: string, template: string, dataDir: string, report: string) {
  await instrument(url, '20GB');
  await logStatements(url);
  const client = new pg.Client({ connectionString: template });
  await client.connect();
  await client.query(NOTE_ADVISORY_LOCKS);
  await client.end();
  const workerData = { url, template, log: join(dataDir, 'logs', 'postgres.log'), report };
  const worker = new Worker(new URL('./record.ts', import.meta.url), { workerData });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  await Promise.race([new Promise((ready) => worker.once('message', ready)), failed]);
  return async () => {
    const gone = new Promise((done) => worker.once('exit', done));
    worker.postMessage('end');
    await Promise.race([gone, failed]);
  };
}
