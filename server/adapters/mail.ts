import type { Tx } from '../db/tx.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Takes mail in the transaction of the change that causes it; it leaves after commit, or stays inside. */
export interface Mailer {
  send(tx: Tx, accountId: number, mail: Mail): Promise<void>;
}
