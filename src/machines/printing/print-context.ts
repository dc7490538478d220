import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import type { PrintBroadcast, PrintJob, PrintStatus, PrintWhatInput } from '#contract/printing.contract.ts';
import type { Refusal } from '../imports/refusal.ts';

/** Recipients and content of the print. */
export interface PrintWish {
  readonly selection: SelectionInput;
  readonly print: PrintWhatInput;
}

/** The request. The same key never prints twice. */
export interface PrintOrder extends PrintWish {
  readonly key: string;
}

/** A new job starts with an event; an existing one is named by its jid. */
export type PrintInput = { readonly newKey: () => string } | { readonly jid: string };

export interface PrintContext {
  readonly newKey: () => string;
  /** The last request. `null`: none. */
  readonly order: PrintOrder | null;
  /** `null` until the server has taken it. */
  readonly jid: string | null;
  /** `null` until it is read. */
  readonly id: number | null;
  readonly job: PrintJob | null;
  /** Readings that failed since the last one that did not. */
  readonly failures: number;
  /** Why the last of them failed; `null`: none did. */
  readonly failure: Refusal | null;
  /** Why the last command was refused. `null` once another is asked. */
  readonly refusal: Refusal | null;
}

/** User commands. `look`: immediately, even after reading stopped. */
export type PrintCommand = { type: 'print.ask'; wish: PrintWish } | { type: 'print.cancel' } | { type: 'print.look' };

/** Facts from outside. */
export type PrintFact = PrintBroadcast | StreamBroadcast;

/** Events between the regions of the machine. */
export type PrintSignal =
  | { type: 'work.adopted' }
  | { type: 'work.missed' }
  | { type: 'change.asked'; change: 'cancel' };

export const freshContext = (input: PrintInput): PrintContext => ({
  newKey: 'newKey' in input ? input.newKey : () => '',
  order: null,
  jid: 'jid' in input ? input.jid : null,
  id: null,
  job: null,
  failures: 0,
  failure: null,
  refusal: null,
});

/** Whether a request may have been accepted already, so that it is repeated with its key. */
export const isSameAgain = ({ order, refusal }: PrintContext, { selection, print }: PrintWish): boolean =>
  order !== null &&
  refusal?.again === true &&
  JSON.stringify([order.selection, order.print]) === JSON.stringify([selection, print]);

/** Newer wins; of equals the first stays. */
export const isNewer = ({ jid, job: known }: PrintContext, job: PrintJob): boolean =>
  (jid === null || jid === job.jid) && (known === null || job.version > known.version);

const RUNNING: readonly PrintStatus[] = ['queued', 'working', 'cancelling'];

/** Whether the server is working on it, so that updates are expected. */
export const isRunning = ({ status }: Pick<PrintJob, 'status'>): boolean => RUNNING.includes(status);
