import type { VoiceReason, VoiceStep } from './voice-port.ts';

/** Names of failures. Source: core §8, Phone notifications. */
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

/** Cause, as displayed. */
export const REASON: Readonly<Record<VoiceReason, string>> = {
  microphoneDenied: "Your browser is blocking the microphone. Allow it in this page's settings.",
  microphoneMissing: 'No microphone found. Connect one.',
  tokenExpired: 'The phone was offline too long. Restarting.',
  tokenRefused: 'The line rejected this phone. Restarting.',
  lineAway: 'The line is offline. Reconnecting automatically.',
  mediaFailed: 'No audio. A firewall may be blocking it.',
  unknown: '',
};
