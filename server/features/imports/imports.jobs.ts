import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobName } from '../../jobs/job-queue.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { checkImport } from './run/check-import.ts';
import { runImport } from './run/run-import.ts';
import { undoImport } from './run/undo-import.ts';
import { readWorkbook, tellRead } from './workbook/workbook-heads.ts';

/** Interval for finding imports without a job, in ms. Our choice: below the 30 s of promise P18. */
export const ORPHANS_EVERY_MS = 5_000;

export const importsJobs = (deps: Deps) =>
  ({
    'imports.read': async (data, signal) => {
      await readWorkbook(deps, data, signal);
      await tellRead(deps, data);
    },
    'imports.check': (data, signal) => checkImport(deps, data, signal),
    'imports.run': (data, signal) => runImport(deps, data, signal),
    'imports.undo': (data, signal) => undoImport(deps, data, signal),
  }) satisfies JobHandlers;

const JOB_OF: Readonly<Record<string, JobName>> = { checking: 'imports.check', undoing: 'imports.undo' };

/**
 * Gives every unfinished import its job again: at the start, and now and then, for an import that was resumed just
 * while its job ended. Where the job is still there nothing happens, since a queue takes one job a key.
 */
export async function resumeOrphanedImports(deps: Deps): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; import_id: number; status: string }>(
    deps.pool,
    'select account_id, import_id, status from find_unfinished_imports()',
  );
  for (const { account_id: accountId, import_id: importId, status } of found) {
    const name = JOB_OF[status] ?? 'imports.run';
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, name, { accountId, importId }, String(importId)),
    );
  }
}
