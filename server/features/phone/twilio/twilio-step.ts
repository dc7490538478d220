import type { CarrierLine } from '../../../adapters/voice/voice-line.ts';
import type { Deps } from '../../../deps.ts';
import type { CallFact, CallLedger } from '../calls/call-facts.ts';
import type { Noted } from '../calls/note-fact.service.ts';
import type { Form } from './twilio-facts.ts';

/** Dependencies of a step. */
export interface Use {
  readonly deps: Deps;
  readonly ledger: CallLedger;
  readonly line: CarrierLine;
  /** Answers the call as it is then, without waiting for what follows. `null`: there is none. */
  readonly note: (callId: number, fact: CallFact) => Promise<Noted | null>;
  readonly publicUrl: string;
}

/** Parameters from Twilio, after checking its signature. */
export interface Told {
  /** Parameters that we put into the URL. */
  readonly said: Form;
  readonly form: Form;
  readonly now: Date;
}

/** Answers what to do next; `null`: nothing. */
export type Step = (use: Use, told: Told) => Promise<string | null>;
