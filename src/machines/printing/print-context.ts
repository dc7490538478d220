import type { SelectionInput } from '#contract/bulk.contract.ts';
import type { PrintJob, PrintWhatInput } from '#contract/printing.contract.ts';
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

export interface PrintContext {
  readonly newKey: () => string;
  /** The last request. `null`: none. */
  readonly order: PrintOrder | null;
  /** `null` until the server has taken it. */
  readonly job: PrintJob | null;
  /** Why the last request was refused. `null` once another is made. */
  readonly refusal: Refusal | null;
}

/** True when a request may have been accepted already, so that it is repeated with its key. */
export const isSameAgain = ({ order, refusal }: PrintContext, { selection, print }: PrintWish): boolean =>
  order !== null &&
  refusal?.again === true &&
  JSON.stringify([order.selection, order.print]) === JSON.stringify([selection, print]);
