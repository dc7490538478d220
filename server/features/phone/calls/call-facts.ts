import type { CallOutcome } from '#contract/phone/call.contract.ts';
import type { VoiceAgent } from '../../../adapters/voice/voice-line.ts';

/**
 * Facts that a line (the gateway, or Twilio's webhooks) reports about one side of a call. Facts arrive late, twice and
 * out of order: `key` is unique in the call, and a status never goes back (starting < ringing < active < ended).
 */
export type CallFact = { readonly key: string; readonly at: Date } & (
  | { readonly kind: 'ringing' }
  /** `agent` is the one who answered, on an inbound side. */
  | { readonly kind: 'answered'; readonly agent: VoiceAgent | null }
  /** `by` is the side that hung up; `reason` explains an outcome that needs it, else empty. */
  | {
      readonly kind: 'ended';
      readonly outcome: CallOutcome;
      readonly by: 'agent' | 'other' | 'line';
      readonly reason: string;
      /** Whole seconds talked as the carrier counts; `null`: from answered to ended. */
      readonly seconds: number | null;
    }
  | { readonly kind: 'rejectedBy'; readonly userId: number }
  | { readonly kind: 'held' | 'resumed' }
  | { readonly kind: 'transferred'; readonly to: string }
  /** No one answered the transfer, for this reason: the other party is back with the agent. */
  | { readonly kind: 'returned'; readonly outcome: CallOutcome }
  | { readonly kind: 'digits'; readonly digits: string }
  /** The disclaimer is playing, or was heard to its end. */
  | { readonly kind: 'announcing' | 'announced' }
  | { readonly kind: 'recordingStarted' | 'recordingPaused' | 'recordingResumed' }
  | { readonly kind: 'recordingStopped'; readonly seconds: number }
  | { readonly kind: 'recordingFailed'; readonly reason: string }
  | { readonly kind: 'reconnecting' | 'reconnected' }
  | { readonly kind: 'quality'; readonly mos: number; readonly lostPercent: number }
);

/** Destination of an outbound call. */
export type Route =
  /** Rings for all of them. `callId`: the inbound side, already written; `unavailable` without any. */
  | {
      readonly kind: 'agents';
      readonly callId: number;
      readonly sid: string;
      readonly accountId: number;
      readonly userIds: readonly number[];
    }
  | { readonly kind: 'echo' }
  /** A number outside, which the carrier dials; never on the embedded line. */
  | { readonly kind: 'outside' }
  /** The line does not reach it, or it may not be called. `outcome` and `reason` end the call. */
  | { readonly kind: 'refused'; readonly outcome: CallOutcome; readonly reason: string };

/** The product's interface for a line. */
export interface CallLedger {
  /**
   * User admitted by a token; `null`: it is wrong or expired, or its session has ended. `expired` distinguishes the
   * two.
   */
  admit(
    token: string,
  ): Promise<{ readonly agent: VoiceAgent; readonly ttlSeconds: number } | { readonly refused: 'invalid' | 'expired' }>;
  /** Live sessions among those of these agents; read every few seconds while their devices are connected. */
  stillIn(agents: readonly VoiceAgent[]): Promise<ReadonlySet<number>>;
  /**
   * Connects the call written by `start_call` to the line: stores its sid and returns its destination. Once; a
   * repetition, or someone else's call, is refused.
   */
  take(
    agent: VoiceAgent,
    dialled: {
      readonly callId: number;
      readonly sid: string;
      /** `null`: a carrier has it. */
      readonly gateway: string | null;
    },
  ): Promise<{ readonly from: string; readonly to: string; readonly route: Route }>;
  /**
   * Reports an outside call to one of our numbers: writes its inbound side under the carrier's sid and returns the
   * users to ring. The same sid finds the same side again.
   */
  receive(call: { readonly sid: string; readonly from: string; readonly to: string }): Promise<Route>;
  /** Next destination of a call in progress; its side is as in `Route`. The same sid finds the same side again. */
  routeTransfer(callId: number, to: string, gateway: string, sid?: string): Promise<Route>;
  note(callId: number, fact: CallFact): Promise<void>;
  /** Number of a user's devices registered with this process. */
  noteDevices(agent: VoiceAgent, registered: number): Promise<void>;
  /** Stores a recording, as a file of the contact if the call has one. */
  keepRecording(callId: number, recording: FinishedRecording): Promise<void>;
  /**
   * Ends calls that were never dialed, and those left open by dead voice processes. `null`: unknown which are alive.
   */
  endAbandoned(aliveGateways: readonly string[] | null): Promise<number>;
}

/** A stereo WAV (the agent left, the other side right), still in a file of the voice process. */
export interface FinishedRecording {
  readonly path: string;
  readonly seconds: number;
  readonly bytes: number;
  /** Peaks of the two channels, 0 to 255, evenly spread over the time. */
  readonly peaks: readonly [Uint8Array, Uint8Array];
  readonly announcedAt: Date | null;
  /** Its name in the storage, `rec-…`: keeping it twice has one effect. */
  readonly key: string;
  /** The carrier's sid, `RE…`; absent on the embedded line. */
  readonly carrierSid?: string;
}
