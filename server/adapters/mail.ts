import type { Tx } from '../db/tx.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Parts of the text that let a reader in: links' tokens and codes. An outbox outside of the demo hides them. */
  readonly secrets?: readonly string[];
  /** The same with marks. Absent: the text is all there is. */
  readonly html?: string;
  readonly cc?: readonly string[];
  /** The recipient is waiting for it: a code or a link. */
  readonly urgent?: true;
  /** Reply-to address. Absent: the sender. */
  readonly replyTo?: { readonly name: string; readonly address: string };
}

/** Takes mail in the transaction of the change that causes it; it leaves after commit, or stays inside. */
export interface Mailer {
  /** Answers the id under which it waits. `null`: it has arrived already. */
  send(tx: Tx, accountId: number, mail: Mail): Promise<number | null>;
}
