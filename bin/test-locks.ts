// Runs the server tests while the order of all locks is recorded: `npm run test:locks [-- <parts of file names>]`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { type Report, toldOf } from '../tests/_locks/report.ts';
import { REPORT } from '../tests/_locks/start-recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'bellwether-locks-'));
const file = join(folder, 'report.json');
process.env[REPORT] = file;
try {
  const vitest = await startVitest('test', process.argv.slice(2), { project: ['server'], run: true, watch: false });
  const failed = vitest.state.getFailedFilepaths();
  await vitest.close();
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const findings = toldOf(report);
  for (const text of findings) console.log(`${text}\n`);
  console.log(`${report.transactions} transactions, ${report.locks} locks, ${report.steps.length} orders of two kinds`);
  // What a failed test left out may be what a lock was missing for.
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
  console.log(`${findings.length} findings`);
  process.exitCode = findings.length === 0 && report.transactions > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
