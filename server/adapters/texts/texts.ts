import type { Tx } from '../../db/tx.ts';

export interface Text {
  /** E.164. */
  readonly to: string;
  readonly body: string;
  /** The recipient is waiting for it: a code. */
  readonly urgent?: true;
  /** As for mail. */
  readonly secrets?: readonly string[];
}

/** Takes texts in the transaction of the change that causes them; they leave after commit, or stay inside. */
export interface Texter {
  send(tx: Tx, accountId: number, text: Text): Promise<void>;
}
