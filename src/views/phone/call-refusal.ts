import type { Minutes } from '#contract/phone/call.contract.ts';
import type { LineView, PhoneView } from '../../machines/phone/line-view.ts';

/** Whether this user has a phone; false until it has loaded. */
export const hasDialer = (view: PhoneView | null): view is PhoneView =>
  view !== null && view.line.device.status !== 'absent';

/** Nothing can be called: the minutes are used up, or the licence is not paid (core §5). */
export const isOutOfMinutes = (minutes: Minutes | null): boolean =>
  minutes?.source === 'manager' &&
  (!minutes.paid || (minutes.allocation !== null && minutes.used >= minutes.allocation));

/** Why no call can begin; `null`: it can. */
export function callRefusal({ device, call, minutes }: LineView): string | null {
  if (call !== null) return "You're on a call.";
  if (device.status !== 'ready') return device.sentence || "The phone isn't ready yet.";
  if (device.microphone === 'denied') return 'Your browser is blocking the microphone.';
  if (device.microphone === 'missing') return 'No microphone found.';
  return isOutOfMinutes(minutes) ? 'Please request additional minutes from your manager.' : null;
}
