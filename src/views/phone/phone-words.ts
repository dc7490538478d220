import type { MatchedContact, Minutes } from '#contract/phone/call.contract.ts';
import { MIN_DIALLED, MINUTES_WARNING } from '#contract/phone/call.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { CallView, DeviceView, LineView, PhoneView } from '../../machines/phone/line-view.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import type { Tone } from '../_kit/display/Icon.tsx';
import { callRefusal, isOutOfMinutes } from './call-refusal.ts';

export interface StateWord {
  readonly tone?: Tone | 'ring';
  readonly text: string;
}

const DEVICE_WORDS: Readonly<Record<DeviceView['status'], StateWord>> = {
  absent: { text: 'No phone' },
  waiting: { tone: 'ring', text: 'Starting' },
  starting: { tone: 'ring', text: 'Starting' },
  ready: { tone: 'good', text: 'Ready' },
  offline: { tone: 'warn', text: 'Offline' },
  failed: { tone: 'bad', text: 'Not ready' },
};

/** They end soon. */
export const isNearTheEnd = ({ used, allocation }: Minutes): boolean =>
  allocation !== null && used >= allocation * MINUTES_WARNING;

export function deviceWord({ device, minutes }: LineView): StateWord {
  if (device.microphone === 'denied' || device.microphone === 'missing') return { tone: 'bad', text: 'No microphone' };
  return device.status === 'ready' && isOutOfMinutes(minutes)
    ? { tone: 'warn', text: 'Incoming only' }
    : DEVICE_WORDS[device.status];
}

const STAGE_WORDS: Readonly<Record<Exclude<CallView['stage'], 'active'>, string>> = {
  validating: 'Checking',
  quota: 'Checking the minutes',
  dialling: 'Calling',
  ringing: 'Ringing',
  ending: 'Ending',
};

const MODE_WORDS = { announced: 'announced', consented: 'with consent', locked: 'required' } as const;

const recordingWord = ({ recording, call }: CallView): StateWord | null => {
  switch (recording.state) {
    case 'recording':
      return { tone: 'bad', text: `Recording, ${MODE_WORDS[call?.recording.mode ?? 'announced']}` };
    case 'paused':
      return { tone: 'warn', text: 'Recording paused' };
    case 'announcing':
      return { tone: 'info', text: 'Announcing the recording' };
    case 'asking':
      return { tone: 'info', text: 'Asking to record' };
    default:
      return null;
  }
};

/** Status of the call in the panel's header, most important part first. */
export function callWord(call: CallView): StateWord {
  if (call.stage !== 'active') return { tone: 'info', text: STAGE_WORDS[call.stage] };
  if (call.quality === 'reconnecting') return { tone: 'warn', text: 'Reconnecting' };
  const passedOn = call.call?.passed_on;
  if (passedOn && passedOn.outcome === null) return { tone: 'info', text: 'Transferring' };
  const recording = recordingWord(call);
  if (recording !== null) return recording;
  if (call.held) return { tone: 'warn', text: 'On hold' };
  if (call.quality === 'poor') return { tone: 'warn', text: 'Poor connection' };
  return { tone: 'good', text: 'On a call' };
}

/** Content of the panel's header. */
export function headWord({ line, panel }: PhoneView): StateWord {
  if (panel.view === 'incoming' && line.incoming.length > 0) return { tone: 'info', text: 'Incoming call' };
  if (line.call !== null) return callWord(line.call);
  if (panel.view === 'ended' && line.ended !== null) return { text: 'Call ended' };
  return deviceWord(line);
}

/** Other party of a call: a user of the agency, the chosen contact, the number's only contact, otherwise the number. */
export function calledName(call: Pick<CallView, 'contacts' | 'contactId' | 'call'>, number: string): string {
  return call.call?.inside?.name || contactOf(call)?.name || call.call?.contact?.name || formatPhone(number);
}

/** The contact that a call is about; `null`: unknown, or several and none is chosen. */
export function contactOf({ contacts, contactId }: Pick<CallView, 'contacts' | 'contactId'>): MatchedContact | null {
  if (contactId !== null) return contacts.find(({ id }) => id === contactId) ?? null;
  return contacts.length === 1 ? (contacts[0] ?? null) : null;
}

/** "talked today", "talked 10/04/2026", "never talked". */
export function lastTalked({ last_talked_at: at }: MatchedContact, zone: string, now: Date): string {
  if (at === null) return 'no conversations yet';
  const when = formatWhen(at, zone, now);
  if (when.startsWith('Today')) return 'last talked today';
  return when.startsWith('Yesterday') ? 'last talked yesterday' : when;
}

/** "Two people share this number" */
export const sharedBy = (count: number): string =>
  `${['', '', 'Two', 'Three', 'Four', 'Five'][count] ?? count} contacts share this number`;

/** mm:ss (core §4) */
export function counter(sinceMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1_000));
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Why what is typed cannot be called; `null`: it can. */
export function typedRefusal(line: LineView, typed: string): string | null {
  if (typed === '') return callRefusal(line) ?? 'Enter a number first.';
  return callRefusal(line) ?? (typed.length < MIN_DIALLED ? `Enter at least ${MIN_DIALLED} digits.` : null);
}
