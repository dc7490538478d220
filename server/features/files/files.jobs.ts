import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { attachFiles, giveUpAttaching } from './attach-files.ts';
import { checkFile, giveUpCheck } from './check-file.ts';
import { orPostpone } from './postpone.ts';

/** Interval for finding files and ZIPs without a job, in ms. Our choice: as for imports. */
export const FILE_ORPHANS_EVERY_MS = 5_000;

export const filesJobs = (deps: Deps) =>
  ({
    'files.check': (data, signal) =>
      orPostpone(
        deps,
        { accountId: data.accountId, table: 'files', id: data.fileId, signal },
        () => checkFile(deps, data, signal),
        () => giveUpCheck(deps, data),
      ),
    'files.attach': (data, signal) =>
      orPostpone(
        deps,
        { accountId: data.accountId, table: 'attachment_imports', id: data.attachmentImportId, signal },
        () => attachFiles(deps, data, signal),
        () => giveUpAttaching(deps, data),
      ),
  }) satisfies JobHandlers;

/** Gives every file and every ZIP that is not done its job again, once its pause is over; a queue takes one job a key. */
export async function resumeFiles(deps: Deps): Promise<void> {
  const files = await outsideAccounts<{ account_id: number; file_id: number }>(
    deps.pool,
    'select account_id, file_id from find_unchecked_files($1)',
    [deps.now()],
  );
  for (const { account_id: accountId, file_id: fileId } of files) {
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, 'files.check', { accountId, fileId }, String(fileId)),
    );
  }
  const zips = await outsideAccounts<{ account_id: number; attachment_import_id: number }>(
    deps.pool,
    'select account_id, attachment_import_id from find_open_attachment_imports($1)',
    [deps.now()],
  );
  for (const { account_id: accountId, attachment_import_id: attachmentImportId } of zips) {
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, 'files.attach', { accountId, attachmentImportId }, String(attachmentImportId)),
    );
  }
}
