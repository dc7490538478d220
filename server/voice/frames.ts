import type { CallOutcome } from '#contract/phone/call.contract.ts';

/**
 * Messages between browsers and the line: JSON frames of the signaling of `@twilio/voice-sdk`, and a lone newline as
 * its heartbeat.
 */

const VERSION = '1.6';

export const BEAT = '\n';
/** Milliseconds between heartbeats. Source: the SDK leaves after 15 s of silence. */
export const BEAT_MS = 5_000;
/** Milliseconds without a word after which a socket is dead. Ours: three heartbeats. */
export const SILENT_MS = 15_000;
/** Bytes of the largest frame. Ours: descriptions of sound take about 3,000. */
export const MAX_FRAME_BYTES = 64 * 1024;

/** Codes of errors, of the SDK's own list. */
export const CODES = {
  badRequest: 31_400,
  tokenInvalid: 31_204,
  tokenExpired: 31_205,
  reconnectUnknown: 31_209,
} as const;

/** Codes that tell the caller's SDK why no one answers; absent: a plain hang-up. */
export const codeOf: { readonly [outcome in CallOutcome]?: number } = {
  no_answer: 31_480,
  busy: 31_486,
  rejected: 31_603,
  unavailable: 31_404,
  failed: 31_005,
};

/** Fields of all frames from browsers; which of them exist depends on the type. */
export interface FramePayload {
  readonly callsid?: string;
  readonly sdp?: string;
  readonly token?: string;
  readonly reconnect?: string;
  readonly dtmf?: string;
  readonly voiceeventsid?: string;
  readonly media?: { readonly audio?: boolean };
  /** `params`: as a query is written. */
  readonly twilio?: { readonly params?: string };
}

export interface Frame {
  readonly type: string;
  readonly payload: FramePayload;
}

export const writeFrame = (type: string, payload: object): string =>
  JSON.stringify({ type, version: VERSION, payload });

const TEXTS = ['callsid', 'sdp', 'token', 'reconnect', 'dtmf', 'voiceeventsid'] as const;

/** `null`: this is no frame. */
export function readFrame(text: string): Frame | null {
  try {
    const { type, payload = {} } = JSON.parse(text) as { type?: unknown; payload?: Record<string, unknown> };
    if (typeof type !== 'string' || typeof payload !== 'object' || payload === null) return null;
    const wrong = TEXTS.some((name) => payload[name] !== undefined && typeof payload[name] !== 'string');
    return wrong ? null : { type, payload };
  } catch {
    return null;
  }
}

/** The params of a dialed call, each decoded once. */
export const paramsOf = ({ twilio }: FramePayload): URLSearchParams =>
  new URLSearchParams(typeof twilio?.params === 'string' ? twilio.params.replaceAll('+', '%2B') : '');
