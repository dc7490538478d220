import type { Tx } from '../db/tx.ts';

/** Queues and the data of their jobs. Jobs carry ids; everything else is read when the job runs. */
export interface JobData {
  'broadcasts.run': { readonly accountId: number; readonly broadcastId: number };
  'bulk.run': { readonly accountId: number; readonly jobId: number };
  'bulk.undo': { readonly accountId: number; readonly jobId: number };
  'duplicates.check': { readonly accountId: number };
  /** `fileKey`: of a workbook in the storage. */
  'imports.read': { readonly accountId: number; readonly fileKey: string };
  'imports.check': { readonly accountId: number; readonly importId: number };
  'imports.run': { readonly accountId: number; readonly importId: number };
  'files.check': { readonly accountId: number; readonly fileId: number };
  'files.attach': { readonly accountId: number; readonly attachmentImportId: number };
  /** A raw mail that came in. */
  'mail.read': { readonly accountId: number; readonly receivedId: number };
  'messages.send': { readonly accountId: number; readonly messageId: number };
  /** The same for a code or a link the recipient is waiting for: no other mail can delay it. */
  'messages.sendCode': { readonly accountId: number; readonly messageId: number };
  /** `recordingSid`: of the carrier. */
  'phone.fetchRecording': { readonly accountId: number; readonly callId: number; readonly recordingSid: string };
  'printing.run': { readonly accountId: number; readonly jobId: number };
  'verifications.run': { readonly accountId: number; readonly runId: number };
  'workflows.dryRun': { readonly accountId: number; readonly dryRunId: number };
  'imports.undo': { readonly accountId: number; readonly importId: number };
  'texts.send': { readonly accountId: number; readonly textId: number };
  'webhooks.send': { readonly accountId: number; readonly endpointId: number };
  'transfers.run': { readonly accountId: number; readonly transferId: number };
  'transfers.revert': { readonly accountId: number; readonly transferId: number };
  'records.writeRxWords': { readonly accountId: number };
  'erasures.run': { readonly accountId: number; readonly erasureId: number };
  'reference.rename': { readonly accountId: number; readonly renameId: number };
}
export type JobName = keyof JobData;

export interface JobQueue {
  /**
   * Enqueues in the caller's transaction: the job exists exactly when the change does. One job a key at a time; where it
   * waits for a retry, that is due now.
   */
  enqueue<Name extends JobName>(tx: Tx, name: Name, data: JobData[Name], key: string): Promise<void>;
  /**
   * Does the same for work whose job was lost, unless its last job was given up within a day: then it answers false.
   * `siblings`: other queues that its last job may have been in.
   */
  resume<Name extends JobName>(
    tx: Tx,
    name: Name,
    data: JobData[Name],
    key: string,
    siblings?: readonly JobName[],
  ): Promise<boolean>;
}

/** Runs one job. Aborts when the process stops: end at the next safe point; the job runs again elsewhere. */
export type JobHandler<Name extends JobName> = (data: JobData[Name], signal: AbortSignal) => Promise<void>;
