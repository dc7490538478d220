import type { VoiceReason, VoiceStep } from './voice-port.ts';

/** What a failure is called. Source: core §8, Phone notifications. */
export const UNABLE: Readonly<Record<VoiceStep, string>> = {
  dialer: 'Unable to initialize dialer',
  interactivity: 'Unable to initialize interactivity',
  device: 'Unable to initialize device',
  deviceEvents: 'Unable to initialize device events',
  outboundCall: 'Unable to initialize outbound call',
  outboundCallEvents: 'Unable to initialize outbound call events',
  inboundCall: 'Unable to initialize inbound call',
  inboundCallEvents: 'Unable to initialize inbound call events',
  call: 'Unable to initialize call',
  hangup: 'Unable to hangup',
  number: 'Unable to update number',
};

/** Results of a call that was never made. Source: core §8, Dialer result codes. */
export const NO_DEVICE = 'No valid device ready';
export const NO_CALL = 'No valid call ready';
export const INVALID_NUMBER = 'invalid phone number';

/** What is behind it, for a person. */
export const REASON: Readonly<Record<VoiceReason, string>> = {
  microphoneDenied: 'The browser blocks the microphone. Allow it in the settings of this page.',
  microphoneMissing: 'There is no microphone. Connect one.',
  tokenExpired: 'The phone was away for too long. It starts anew.',
  tokenRefused: 'The line refuses this phone. It starts anew.',
  lineAway: 'The line is away. It comes back by itself.',
  mediaFailed: 'No sound comes through. A firewall may be in the way.',
  unknown: '',
};
