import type { Tx } from '../../db/tx.ts';
import { fileNameOf } from './print-job.ts';
import { findPrint } from './print-jobs.sql.ts';

/** The file of a print, shown in a tab or saved. `null`: there is none, or none any more. */
export async function findPrintBytes(tx: Tx, id: number, isPage: boolean) {
  const job = await findPrint(tx, id);
  if (job?.file_key == null || job.bytes === null) return null;
  return { name: fileNameOf(job), mime: 'application/pdf', key: job.file_key, bytes: job.bytes, isPage };
}
