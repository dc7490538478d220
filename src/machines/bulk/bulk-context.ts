import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type {
  BulkBroadcast,
  BulkChange,
  BulkCheck,
  BulkJob,
  BulkStatus,
  SelectionInput,
} from '#contract/bulk.contract.ts';
import type { Refusal } from '../imports/refusal.ts';

export interface BulkContext {
  /** `null`: opened by the number of a job. */
  readonly selection: SelectionInput | null;
  readonly change: BulkChange | null;
  /** Preview of the change. `null` until counted. */
  readonly check: BulkCheck | null;
  /** `null` until it is started. */
  readonly id: number | null;
  readonly job: BulkJob | null;
  /** Why the last command was refused. `null` once another is asked. */
  readonly refusal: Refusal | null;
}

export type BulkInput = { readonly selection: SelectionInput } | { readonly id: number };

/** A selection and what is to be done to it. */
export interface BulkWish {
  readonly selection: SelectionInput;
  readonly change: BulkChange;
}

export type BulkJobChange = 'cancel' | 'undo';

/** User commands. `forget`: the change is incomplete. */
export type BulkCommand =
  | { type: 'bulk.choose'; change: BulkChange }
  | { type: 'bulk.forget' }
  | { type: 'bulk.confirm' }
  | { type: 'bulk.cancel' }
  | { type: 'bulk.undo' }
  | { type: 'work.reload' };

/** Facts from outside. */
export type BulkFact = BulkBroadcast | StreamBroadcast;

/** Events between the regions of the machine. */
export type BulkSignal =
  | { type: 'work.adopted' }
  | { type: 'work.missed'; refusal: Refusal }
  | { type: 'change.asked'; change: BulkJobChange };

export const freshContext = (input: BulkInput): BulkContext => ({
  selection: 'selection' in input ? input.selection : null,
  change: null,
  check: null,
  id: 'id' in input ? input.id : null,
  job: null,
  refusal: null,
});

/** Newer wins; of equals the first stays. */
export const isNewer = (context: BulkContext, job: BulkJob): boolean =>
  (context.id === null || context.id === job.id) && (context.job === null || job.version > context.job.version);

const RUNNING: readonly BulkStatus[] = ['queued', 'processing', 'cancelling', 'undoing'];

/** Whether the server is working on it, so that updates are expected. */
export const isRunning = (status: BulkStatus): boolean => RUNNING.includes(status);

/** Progress of the change, or of its undo. */
export function progressOf({ status, undo, counts, done, total }: BulkJob): { done: number; total: number } {
  if (status === 'undoing' || status === 'undone') {
    return { done: (undo?.put_back ?? 0) + (undo?.kept ?? 0), total: counts.changed };
  }
  return { done, total };
}
