import type { VoiceReason } from '../../machines/phone/voice-port.ts';

/** Meanings of the SDK's codes. Source: www.twilio.com/docs/voice/sdks/error-codes. */
const REASONS: Readonly<Record<number, VoiceReason>> = {
  20101: 'tokenRefused',
  20104: 'tokenExpired',
  20151: 'tokenRefused',
  31201: 'tokenRefused',
  31204: 'tokenRefused',
  31205: 'tokenExpired',
  31207: 'tokenRefused',
  31000: 'lineAway',
  31001: 'lineAway',
  31005: 'lineAway',
  31009: 'lineAway',
  53000: 'lineAway',
  53001: 'lineAway',
  31003: 'mediaFailed',
  53400: 'mediaFailed',
  53402: 'mediaFailed',
  53405: 'mediaFailed',
  31401: 'microphoneDenied',
  31402: 'microphoneMissing',
};

/** `null`: it carries none. */
export function codeOf(error: unknown): number | null {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'number' ? code : null;
}

export const reasonOf = (code: number | null): VoiceReason =>
  code === null ? 'unknown' : (REASONS[code] ?? 'unknown');
