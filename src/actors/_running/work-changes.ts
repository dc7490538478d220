import { pauseBroadcast, resumeBroadcast, stopBroadcast } from '#contract/broadcasts.contract.ts';
import { cancelBulkJob, undoBulkJob } from '#contract/bulk.contract.ts';
import { cancelImport, pauseImport, resumeImport, undoImport } from '#contract/imports.contract.ts';
import { cancelPrint } from '#contract/printing.contract.ts';
import { revertTransfer, updateTransferStatus } from '#contract/transfers.contract.ts';
import {
  cancelVerificationRun,
  pauseVerificationRun,
  resumeVerificationRun,
} from '#contract/verifications.contract.ts';
import { cancelDryRun } from '#contract/workflows/dry-runs.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import type { WorkChange, WorkCommand } from '../../machines/_running/work.ts';

/** One command for one piece of work. The same key never has effect twice. */
export interface AskedChange {
  readonly id: number;
  readonly change: WorkChange;
  readonly key: string;
}

const IMPORT = { pause: pauseImport, resume: resumeImport, cancel: cancelImport, undo: undoImport };

const VERIFICATION = { pause: pauseVerificationRun, resume: resumeVerificationRun, cancel: cancelVerificationRun };

/** Sends one command for an import. */
export const changeImport = async (api: ApiClient, id: number, command: WorkCommand) =>
  (await api.call(IMPORT[command], { params: { id } })).data;

const BROADCAST = { pause: pauseBroadcast, resume: resumeBroadcast, stop: stopBroadcast };

/** Pauses, resumes or stops a broadcast. */
export const changeRunningBroadcast = async (
  api: ApiClient,
  { id, command, key }: { id: number; command: keyof typeof BROADCAST; key: string },
) => (await api.call(BROADCAST[command], { params: { id }, idempotencyKey: key })).data;

/** Pauses, resumes or cancels a verification run. */
export const changeVerification = async (
  api: ApiClient,
  { id, command, key }: { id: number; command: keyof typeof VERIFICATION; key: string },
) => (await api.call(VERIFICATION[command], { params: { id }, idempotencyKey: key })).data;

/** Calls that pause, resume, cancel and undo each kind of work. No other place uses these endpoints. */
export const workChanges = (api: ApiClient) => ({
  bulk: async ({ id, change, key }: AskedChange) => {
    const endpoint = change.command === 'undo' ? undoBulkJob : cancelBulkJob;
    return (await api.call(endpoint, { params: { id }, idempotencyKey: key })).data;
  },
  transfer: async ({ id, change: { command, ids }, key }: AskedChange) => {
    const about = { params: { id }, idempotencyKey: key };
    if (command === 'undo')
      return (await api.call(revertTransfer, { ...about, body: ids === null ? {} : { ids: [...ids] } })).data;
    const status = command === 'resume' ? 'processing' : 'cancelled';
    return (await api.call(updateTransferStatus, { ...about, body: { status } })).data;
  },
  print: async ({ id, key }: AskedChange) =>
    (await api.call(cancelPrint, { params: { id }, idempotencyKey: key })).data,
  dryRun: async ({ id, key }: AskedChange) =>
    (await api.call(cancelDryRun, { params: { id }, idempotencyKey: key })).data,
  // None is undone: the machine offers no such command.
  verification: ({ id, change: { command }, key }: AskedChange) =>
    changeVerification(api, { id, command: command === 'undo' ? 'cancel' : command, key }),
});
