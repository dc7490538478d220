// npm run audit:verify [-- --heads <file>]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type SignedHead, verifyAudit } from '../audit-chain/verify-audit.ts';
import { createSeal, keysOf } from '../seal.ts';
import { StartFault } from '../start-fault.ts';
import { connect } from './backup/catalog.ts';
import { runCommand, say, UsageError } from './command.ts';
import { reachDatabase } from './reach-database.ts';

const USAGE = `Usage: npm run audit:verify [-- --heads <file>]
Looks for rows of the audit log that were changed, deleted, added or moved.
  --heads  a log of the jobs process: compares the daily heads in it, too`;

function headsIn(file: string): SignedHead[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"audit_head"'))
    .flatMap((line) => {
      const { audit_head: head } = JSON.parse(line) as { audit_head?: SignedHead };
      return head === undefined ? [] : [head];
    });
}

function given(): { heads?: string } {
  try {
    return parseArgs({ options: { heads: { type: 'string' } } }).values;
  } catch {
    throw new UsageError(USAGE);
  }
}

await runCommand(async (config) => {
  const { heads } = given();
  const [key, ...earlier] = keysOf(config);
  if (key === undefined) throw new StartFault("The key is missing, so signatures can't be checked. Set SECRET_KEYS.");
  const database = await reachDatabase(config);
  const client = await connect(database.url);
  try {
    // One snapshot: rows chained during the run are in all of the answers or in none.
    await client.query('begin isolation level repeatable read read only');
    const found = await verifyAudit(client, createSeal([key, ...earlier]), heads === undefined ? [] : headsIn(heads));
    for (const { accountId, sentence } of found.faults) say(`✗ account ${accountId}: ${sentence}`);
    say(
      `${found.sealed} rows and ${found.heads} heads verified, ${found.waiting} rows not sealed yet, ${found.faults.length} faults.`,
    );
    if (found.faults.length > 0) process.exitCode = 1;
  } finally {
    await client.end();
    await database.close();
  }
});
