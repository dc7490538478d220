import type { CallObstacle, DeviceView, LineView } from '../../machines/phone/line-view.ts';
import type { VoiceReason, VoiceStep } from '../../machines/phone/voice-port.ts';

// Lists of contacts come with the first script and say this: nothing but words belongs here.

/** Why no call can begin; `null`: it can. */
export function callRefusal({ obstacle, device }: LineView): string | null {
  if (obstacle === null) return null;
  return obstacle === 'notReady' ? problemText(device) || "The phone isn't ready yet." : OBSTACLE_WORDS[obstacle];
}

const OBSTACLE_WORDS: Readonly<Record<Exclude<CallObstacle, 'notReady'>, string>> = {
  onCall: "You're on a call.",
  microphoneDenied: 'Your browser is blocking the microphone.',
  microphoneMissing: 'No microphone found.',
  outOfMinutes: 'Please request additional minutes from your manager.',
};

/** Why the phone isn't ready; empty when it is. */
export function problemText({ problem }: Pick<DeviceView, 'problem'>): string {
  switch (problem?.kind) {
    case 'absent':
      return problem.text;
    case 'refused':
      return `${unableTo('dialer')}. ${problem.text}`;
    case 'unable':
      return unableText(problem);
    case 'away':
      return REASONS.lineAway;
    default:
      return '';
  }
}

/** Names of failures. Source: core §8, Phone notifications. */
export const unableTo = (step: VoiceStep): string => `Unable to ${STEPS[step] ?? `initialize ${step}`}`;

/** Steps whose name is more than "initialize" and the step. */
const STEPS: Readonly<Partial<Record<VoiceStep, string>>> = {
  deviceEvents: 'initialize device events',
  outboundCall: 'initialize outbound call',
  outboundCallEvents: 'initialize outbound call events',
  inboundCall: 'initialize inbound call',
  inboundCallEvents: 'initialize inbound call events',
  hangup: 'hangup',
  number: 'update number',
};

export const unableText = ({ step, reason }: { step: VoiceStep; reason: VoiceReason }): string =>
  `${unableTo(step)}. ${REASONS[reason]}`.trim();

const REASONS: Readonly<Record<VoiceReason, string>> = {
  microphoneDenied: "Your browser is blocking the microphone. Allow it in this page's settings.",
  microphoneMissing: 'No microphone found. Connect one.',
  tokenExpired: 'The phone was offline too long. Restarting.',
  tokenRefused: 'The line rejected this phone. Restarting.',
  lineAway: 'The line is offline. Reconnecting automatically.',
  mediaFailed: 'No audio. A firewall may be blocking it.',
  unknown: '',
};
