import type { Call, CallOutcome, MatchedContact, Minutes } from '#contract/phone/call.contract.ts';
import { MIN_DIALLED, MINUTES_WARNING } from '#contract/phone/call.contract.ts';
import { OUT_OF_MINUTES } from '#rules/phone/dialer.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { keypadObstacle, shownViewOf, typedObstacle } from '../../machines/phone/line-facts.ts';
import type {
  Busy,
  CallEndKind,
  CallView,
  Complaint,
  DeviceView,
  EndedView,
  EndReason,
  LineView,
  PhoneView,
} from '../../machines/phone/line-view.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import type { Tone } from '../_kit/display/Icon.tsx';
import { callRefusal, unableText, unableTo } from './call-refusal.ts';

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

export function deviceWord(line: LineView): StateWord {
  const obstacle = keypadObstacle(line);
  const { status } = line.device;
  if (obstacle === 'microphoneDenied' || obstacle === 'microphoneMissing')
    return { tone: 'bad', text: 'No microphone' };
  return status === 'ready' && obstacle === 'outOfMinutes'
    ? { tone: 'warn', text: 'Incoming only' }
    : DEVICE_WORDS[status];
}

const STAGE_WORDS: Readonly<Record<Exclude<CallView['stage'], 'active'>, string>> = {
  validating: 'Checking',
  quota: 'Checking the minutes',
  dialling: 'Calling',
  ringing: 'Ringing',
  waiting: 'Call waiting for you',
  rejoining: 'Rejoining',
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
export function headWord(phone: PhoneView): StateWord {
  const { view } = shownViewOf(phone);
  if (view === 'incoming') return { tone: 'info', text: 'Incoming call' };
  if (phone.line.call !== null) return callWord(phone.line.call);
  if (view !== 'ended') return deviceWord(phone.line);
  return phone.line.ended?.end.kind === 'refused' ? { tone: 'warn', text: 'Call blocked' } : { text: 'Call ended' };
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
  const obstacle = typedObstacle(line, typed);
  if (obstacle === 'empty') return 'Enter a number first.';
  return obstacle === 'tooShort' ? `Enter at least ${MIN_DIALLED} digits.` : callRefusal(line);
}

/** The request that failed. */
export function complaintText(complaint: Complaint): string {
  switch (complaint.kind) {
    case 'refused':
      return complaint.text;
    case 'unable':
      return unableTo(complaint.step);
    case 'untaken':
      return untakenText(complaint.call);
    case 'returned':
      return returnedText(complaint.call);
    default:
      return COMPLAINT_WORDS[complaint.kind];
  }
}

/** The first: a result code of core §8. */
const COMPLAINT_WORDS = {
  noCall: 'No valid call ready',
  callGoesOn: 'A call is in progress. End it first.',
  notMuted: "Couldn't mute the microphone.",
  notUnmuted: 'The microphone is still muted.',
} as const;

/** "Rosalind Okafor was transferred to Marcus Ellery, who didn't answer. Call them back." */
function untakenText({ contact, inside, other_number: number, passed_on: passed }: Call): string {
  const [whom, to] = [
    contact?.name || inside?.name || formatPhone(number),
    passed?.name || formatPhone(passed?.to ?? ''),
  ];
  return `${whom} was transferred to ${to}, who didn't answer. Call them back.`;
}

/** "Declined by Marcus Ellery. The call is back with you." */
function returnedText({ passed_on: passed }: Call): string {
  const to = passed?.name || formatPhone(passed?.to ?? '');
  return `${passed?.outcome === 'rejected' ? `Declined by ${to}.` : `${to} didn't answer.`} The call is back with you.`;
}

/** Why the phone stays in the other tab. */
export const BUSY_WORDS: Readonly<Record<Busy, string>> = {
  call: 'A call is in progress in another tab.',
  ring: 'A call is ringing in another tab.',
};

const OUTCOME_OF_KIND: Readonly<Record<CallEndKind, CallOutcome>> = {
  completed: 'completed',
  unanswered: 'no_answer',
  refused: 'unavailable',
  failed: 'failed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  missed: 'no_answer',
};

const OUTBOUND: Readonly<Record<CallOutcome, string>> = {
  completed: 'The call has ended.',
  no_answer: 'No answer.',
  busy: 'The line is busy.',
  rejected: 'The call was declined.',
  cancelled: 'You canceled the call.',
  unavailable: "The number can't be reached.",
  failed: 'The call failed.',
};

const INBOUND: Readonly<Record<CallOutcome, string>> = {
  completed: 'The call has ended.',
  no_answer: 'Missed call.',
  busy: 'Missed call.',
  rejected: 'You declined the call.',
  cancelled: 'Missed call: the caller hung up.',
  unavailable: 'Missed call.',
  failed: 'The call failed.',
};

/** Ending to display; the server's word counts where this tab does not know better. */
export function endText({ end: { kind, why, outcome }, direction, call }: Ended): string {
  if (why) return whyText(why);
  const isAnsweredElsewhere =
    (kind === 'cancelled' || kind === 'missed') && (call?.status === 'active' || call?.outcome === 'completed');
  if (isAnsweredElsewhere) return `${call?.user?.name ?? 'Another phone'} answered the call.`;
  const passed = call?.outcome === 'completed' ? passedOnText(call) : null;
  const result = call?.outcome ?? outcome ?? OUTCOME_OF_KIND[kind];
  return passed ?? (direction === 'inbound' ? INBOUND : OUTBOUND)[result];
}

type Ended = Pick<EndedView, 'end' | 'direction' | 'call'>;

function whyText(why: EndReason): string {
  if (why.kind === 'unable') return unableText(why);
  return why.kind === 'refused' ? why.text : WHY_WORDS[why.kind];
}

/** The first two: result codes of core §8. */
const WHY_WORDS = {
  noDevice: 'No valid device ready.',
  noNumber: 'Invalid phone number. Enter 9 to 16 characters.',
  overMinutes: OUT_OF_MINUTES,
  noAnswer: 'No answer.',
  deviceGone: 'The phone lost its connection.',
  pageClosed: 'The page was closed, so the call ended. Call again.',
  connectionLost: 'The connection was lost, so the call ended. Call again.',
} as const;

/** "Transferred to Marcus Ellery."; `null`: the last one on the line was with this side. */
function passedOnText({ passed_on: passed }: Call): string | null {
  if (passed === null || passed.returned) return null;
  const whom = passed.name || formatPhone(passed.to);
  const isUntaken = passed.outcome !== null && passed.outcome !== 'completed';
  if (passed.by === 'other') return isUntaken ? `You were transferred to ${whom}, who didn't answer.` : null;
  return isUntaken ? `Transferred to ${whom}, who didn't answer. The call has ended.` : `Transferred to ${whom}.`;
}

/** Announcements for screen readers: what rings, who is on the line, how it ended. */
export function spokenOf({ call, incoming, ended }: LineView): string {
  const newest = incoming.at(-1);
  if (newest !== undefined) return `${calledName(newest, newest.from) || 'Unknown caller'} is calling.`;
  if (call === null) return ended === null ? '' : endText(ended);
  const name = calledName(call, call.number);
  switch (call.stage) {
    case 'validating':
    case 'quota':
    case 'dialling':
      return `Calling ${name}.`;
    case 'ringing':
      return `Ringing ${name}.`;
    case 'active':
      return call.quality === 'reconnecting' ? 'Connection lost. Reconnecting.' : `You're on a call with ${name}.`;
    case 'waiting':
      return `Your call with ${name} is still connected. Rejoin it.`;
    case 'rejoining':
      return `Rejoining your call with ${name}.`;
    case 'ending':
      return '';
  }
}
