import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BulkJob } from '#contract/bulk.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { PrintJob } from '#contract/printing.contract.ts';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import type { VerificationRun } from '#contract/verifications.contract.ts';
import type { FlowDryRun } from '#contract/workflows/dry-runs.contract.ts';
import { isUnderWay } from '../broadcasts/broadcast-work.ts';
import { isRunning as isBulkRunning } from '../bulk/bulk-work.ts';
import { isRunning as isImportRunning } from '../imports/next-step.ts';
import { isRunning as isPrintRunning } from '../printing/print-work.ts';
import { isRunning as isTransferRunning } from '../transfers/transfer-stage.ts';
import { isRunning as isVerifying } from '../verifications/verification-work.ts';
import { isRunning as isDryRunning } from '../workflows/dry-run-work.ts';
import { runningWork } from './running-work.machine.ts';

/** The work of each kind. */
export interface WorkOf {
  readonly import: ImportAttempt;
  readonly broadcast: Broadcast;
  readonly bulk: BulkJob;
  readonly transfer: TransferAttempt;
  readonly print: PrintJob;
  readonly verification: VerificationRun;
  readonly dryRun: FlowDryRun;
}

export type WorkKind = keyof WorkOf;

type RunningMachines = { readonly [K in WorkKind]: ReturnType<typeof runningWork<WorkOf[K]>> };

/**
 * Every kind of long-running work, with the machine that lists the running work of a person. A new kind is an entry here,
 * its ports in `src/actors/_running/running.actors.ts`, and its place and labels in `src/views/_running/`.
 */
export const runningMachines: RunningMachines = {
  import: runningWork<ImportAttempt>(({ status }) => isImportRunning(status)),
  broadcast: runningWork<Broadcast>(isUnderWay),
  bulk: runningWork<BulkJob>(({ status }) => isBulkRunning(status)),
  transfer: runningWork<TransferAttempt>(isTransferRunning),
  print: runningWork<PrintJob>(isPrintRunning),
  verification: runningWork<VerificationRun>(isVerifying),
  dryRun: runningWork<FlowDryRun>(isDryRunning),
};

export const WORK_KINDS = Object.keys(runningMachines) as readonly WorkKind[];
