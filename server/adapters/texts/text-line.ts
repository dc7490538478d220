import type { TextStatus } from '#contract/messages/text.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** A text on its way to a person. */
export interface TextToSend {
  /** Ours; no other text has it. */
  readonly id: number;
  readonly accountId: number;
  /** E.164. */
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** Where the carrier fetches attachments, for some minutes. */
  readonly media: readonly string[];
  /** Seconds after which it must not arrive any more; `null`: the carrier's own. */
  readonly validForS: number | null;
}

/** What a carrier has taken. */
export interface TakenText {
  readonly sid: string;
  readonly status: Extract<TextStatus, 'sent' | 'delivered' | 'failed'>;
  /** With `failed`: the carrier's number of the cause, and one sentence. */
  readonly code: number | null;
  readonly reason: string;
}

/** A carrier said no: the text has not left and never will. */
export class TextRefused extends Error {
  override readonly name = 'TextRefused';
  readonly code: number | null;
  /** One sentence to show. */
  readonly reason: string;
  /** The recipient has opted out at the carrier. */
  readonly optedOut: boolean;

  constructor(code: number | null, reason: string, optedOut = false) {
    super(`The carrier refused a text: ${code ?? 'no code'}.`);
    this.code = code;
    this.reason = reason;
    this.optedOut = optedOut;
  }
}

/** A carrier has certainly not taken the text, and may take it later: it is busy, or refuses this installation. */
export class TextPostponed extends Error {
  override readonly name = 'TextPostponed';
}

/** Carries texts of agents to people. What comes back is told to `server/features/messages`. */
export interface TextLine {
  readonly name: 'embedded' | 'twilio';
  /**
   * Hands over a text, once: with `tx` commits that it was taken, where the carrier is inside.
   * @throws {TextRefused | TextPostponed}; any other error leaves open whether it was taken.
   */
  send(tx: Tx, text: TextToSend): Promise<TakenText>;
  /** Looks up a text without a known answer. `null`: the carrier doesn't have it. */
  find(tx: Tx, text: TextToSend, claimedAt: Date): Promise<TakenText | null>;
  /** Milliseconds after which a text that the carrier does not know can't be on its way any more. */
  readonly settlesMs: number;
  /** True when the carrier itself answers such a keyword to the person. */
  answers(body: string): boolean;
}
