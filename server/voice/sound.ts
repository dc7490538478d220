import type { PromptLanguage } from '../adapters/voice/voice-line.ts';
import type { FinishedRecording } from '../features/phone/calls/call-facts.ts';

/** Sound of a call: PCMU (mu-law, 8,000 samples a second, one byte each), 160 samples a packet. */
export const SAMPLES_PER_SECOND = 8_000;
export const PACKET_SAMPLES = 160;
export const PACKET_MS = 20;
/** Mu-law of silence. */
export const SILENCE = 0xff;

/** A packet as it went by; numbers wrap as in RTP. */
export interface SoundPacket {
  readonly sequence: number;
  /** In samples. */
  readonly timestamp: number;
  /** Mu-law; shared by all listeners, so that no one may write to it. */
  readonly payload: Uint8Array;
}

/** Hears one side of a call both ways: what its agent says, and what they hear. */
export interface Tap {
  onPacket(side: 'agent' | 'other', packet: SoundPacket): void;
}

/** A recording under way. */
export interface Recorder extends Tap {
  /** Leaves out what is said until `resume`. */
  pause(): void;
  resume(): void;
  /** Whole seconds recorded so far. */
  seconds(): number;
  /** Ends it; `null` when there is nothing to store. */
  stop(): Promise<FinishedRecording | null>;
}

export interface RecordingOrder {
  readonly callId: number;
  readonly sid: string;
  /** Time at which the disclaimer was heard to the end. */
  readonly announcedAt: Date | null;
  /** Unique: of the recording, for `FinishedRecording.key`: `rec-<sid>-<n>`. */
  readonly key: string;
  /** Called once when the disk accepts no more; `stop` still returns the written part. */
  readonly onFailed: (reason: string) => void;
}

/** @throws when nothing can be written. */
export type StartRecording = (order: RecordingOrder) => Promise<Recorder>;

/** Recordings of this machine, from their first second until the ledger has them: `recording/recording-shelf.ts`. */
export interface Recordings {
  readonly start: StartRecording;
  /** Gives a whole one to the ledger, then removes it from this machine; what fails is tried again. */
  keep(callId: number, recording: FinishedRecording): void;
  /** Keeps what dead processes left, now and every minute. */
  open(): Promise<void>;
  /** Settles when nothing is under way any more. */
  close(): Promise<void>;
}

/** Sounds of the line in mu-law: `recording/sounds.ts`. */
export interface Sounds {
  /** That the call is recorded. */
  readonly disclaimer: Readonly<Record<PromptLanguage, Uint8Array>>;
  /** Repeated to who is on hold. */
  readonly hold: Uint8Array;
  /** Repeated to who waits for a transfer. */
  readonly ringback: Uint8Array;
  /** A key: 0 to 9, `*` and `#`. */
  digit(digit: string): Uint8Array;
}
