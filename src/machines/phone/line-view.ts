import type { Call, CallOutcome, MatchedContact, Minutes, RecordingState } from '#contract/phone/call.contract.ts';
import type { AudioDevice, VoiceReason, VoiceStep } from './voice-port.ts';

/**
 * The line as every tab shows it: plain data. The tab that owns the device makes it of its machines; the others get it
 * from there and show the same.
 */
export interface LineView {
  readonly device: DeviceView;
  /** Rings and waits to be answered, oldest first. */
  readonly incoming: readonly IncomingView[];
  /** Why no call can begin; `null`: it can. */
  readonly obstacle: CallObstacle | null;
  /** The call in progress; `null`: none. */
  readonly call: CallView | null;
  /** The last one that ended, until the next begins or it is put away. */
  readonly ended: EndedView | null;
  readonly minutes: Minutes | null;
  /** The last request that failed. `null`: none. */
  readonly notice: Complaint | null;
}

export type CallObstacle = 'onCall' | 'notReady' | 'microphoneDenied' | 'microphoneMissing' | 'outOfMinutes';

export interface DeviceView {
  /** `absent`: there is no dialer for this person. */
  readonly status: 'absent' | 'waiting' | 'starting' | 'ready' | 'offline' | 'failed';
  /** Why it is not ready; `null` when it is. */
  readonly problem: DeviceProblem | null;
  readonly microphone: 'unknown' | 'granted' | 'denied' | 'missing';
  readonly inputs: readonly AudioDevice[];
  readonly outputs: readonly AudioDevice[];
  readonly input: string | null;
  readonly output: string | null;
  readonly numbers: readonly { readonly number: string; readonly label: string }[];
  readonly callFrom: string | null;
  readonly echoNumber: string | null;
}

export interface IncomingView {
  readonly key: string;
  readonly callId: number | null;
  readonly from: string;
  readonly to: string;
  readonly contacts: readonly MatchedContact[];
  /** Contact of the call, when one was chosen among several or only one matches. */
  readonly contactId: number | null;
  readonly answering: boolean;
  /** Whether the owner of the number is known. */
  readonly lookedUp: boolean;
  readonly call: Call | null;
}

export interface CallView {
  readonly key: string;
  readonly callId: number | null;
  readonly direction: 'inbound' | 'outbound';
  /** Of the other side, E.164 or as written. */
  readonly number: string;
  /** `waiting`: the page was loaded again in the call; `rejoining`: it takes it up. */
  readonly stage: 'validating' | 'quota' | 'dialling' | 'ringing' | 'waiting' | 'rejoining' | 'active' | 'ending';
  /** Epoch milliseconds at which it became active; `null`: not yet. The counter is shown as mm:ss. */
  readonly activeSince: number | null;
  readonly muted: boolean;
  readonly held: boolean;
  /** The other side is being transferred: the next one is rung. */
  readonly passing: boolean;
  readonly recording: RecordingView;
  readonly quality: 'good' | 'poor' | 'reconnecting';
  /** Digits sent so far. */
  readonly digits: string;
  /** Of the number. `null`: none. */
  readonly extension: { readonly digits: string; readonly isDialed: boolean } | null;
  readonly contacts: readonly MatchedContact[];
  readonly contactId: number | null;
  /** As the server has it; `null`: not known there yet. */
  readonly call: Call | null;
}

export interface RecordingView {
  readonly state: RecordingState;
  /** A request is pending. */
  readonly busy: boolean;
  /** Why it cannot be stopped; `null`: it can. */
  readonly locked: string | null;
}

export interface EndedView {
  readonly key: string;
  readonly callId: number | null;
  readonly direction: 'inbound' | 'outbound';
  readonly number: string;
  readonly end: CallEnd;
  /** Contact of the call, when known. */
  readonly contactId: number | null;
  /** Whole seconds talked. */
  readonly seconds: number;
  readonly call: Call | null;
}

/** Ending of a call as this tab saw it. */
export interface CallEnd {
  readonly kind: CallEndKind;
  /** Known for sure, whatever the server reports later. Absent: the server's word counts. */
  readonly why?: EndReason;
  /** Interpretation of a line's code until the server reports the ending. */
  readonly outcome?: CallOutcome;
}

export type CallEndKind =
  | 'completed'
  /** The other side did not take it. */
  | 'unanswered'
  /** Not placed. */
  | 'refused'
  | 'failed'
  /** Declined here. */
  | 'rejected'
  /** The caller hung up first. */
  | 'cancelled'
  /** Rang out. */
  | 'missed';

/** What the line could not do, and why as far as it tells: the spec's "Unable to …". */
interface Unable {
  readonly kind: 'unable';
  readonly step: VoiceStep;
  readonly reason: VoiceReason;
}

/** Refusal of the server, in its words. */
interface Refused {
  readonly kind: 'refused';
  readonly text: string;
}

export type EndReason =
  | Unable
  /** `mayServe`: the server would take it as a service call. */
  | (Refused & { readonly mayServe?: boolean })
  | {
      readonly kind:
        | 'noDevice'
        | 'noNumber'
        | 'overMinutes'
        | 'noAnswer'
        | 'deviceGone'
        | 'connectionLost'
        | 'pageClosed';
    };

export type DeviceProblem =
  | Unable
  /** The token was refused. */
  | Refused
  /** The user has no dialer, for this reason of the server. */
  | { readonly kind: 'absent'; readonly text: string }
  | { readonly kind: 'away' };

/** A request that failed. */
export type Complaint =
  | Refused
  | { readonly kind: 'unable'; readonly step: VoiceStep }
  | { readonly kind: 'noCall' | 'callGoesOn' | 'notMuted' | 'notUnmuted' }
  /** The other side was transferred and no one took it: it is lost, or back with this agent. */
  | { readonly kind: 'untaken' | 'returned'; readonly call: Call };

/** Commands from a view; a mirror passes them on to the tab that owns the device. */
export type LineCommand =
  | {
      readonly type: 'line.dial';
      readonly number: string;
      readonly contactId?: number;
      readonly purpose?: 'service' | 'marketing';
    }
  /** A call in progress ends first. */
  | { readonly type: 'line.answer'; readonly key: string }
  | { readonly type: 'line.reject'; readonly key: string }
  | { readonly type: 'line.hangUp' }
  /** Takes up a call that waits since its page was closed. */
  | { readonly type: 'line.rejoin' }
  | { readonly type: 'line.mute'; readonly muted: boolean }
  | { readonly type: 'line.hold'; readonly held: boolean }
  | { readonly type: 'line.transfer'; readonly number: string }
  | { readonly type: 'line.sendDigits'; readonly digits: string }
  /** The extension of the number, before its pause is over or again. */
  | { readonly type: 'line.sendExtension' }
  | { readonly type: 'line.record'; readonly action: 'start' | 'pause' | 'resume' | 'stop' }
  | { readonly type: 'line.answerConsent'; readonly agreed: boolean }
  | { readonly type: 'line.chooseContact'; readonly key: string; readonly contactId: number }
  | { readonly type: 'line.useDevices'; readonly input?: string; readonly output?: string }
  | { readonly type: 'line.callFrom'; readonly number: string }
  /** Restarts the dialer, unless a call is in progress. */
  | { readonly type: 'line.retry' }
  /** Puts away the call that ended, and the notice; or the notice alone. */
  | { readonly type: 'line.putAway'; readonly only?: 'notice' };

/** The tab that owns the device. */
export interface LeadershipView {
  readonly here: boolean;
  /** Why it cannot be taken over just now; `null`: it can, or it is here. */
  readonly blocked: Busy | null;
}

/** Why the phone stays in the tab that has it: a call is in progress, or rings. */
export type Busy = 'call' | 'ring';

/** View of the panel; of this tab alone. */
export interface PanelView {
  readonly open: boolean;
  readonly view: 'keypad' | 'history' | 'incoming' | 'active' | 'inCallKeypad' | 'ended';
  /** Replaces the notes of a call, or the keypad and the recent calls. `null`: nothing does. */
  readonly aside: 'transfer' | 'audio' | null;
  readonly typed: string;
}

/** All that views know of the phone. */
export interface PhoneView {
  readonly line: LineView;
  readonly leadership: LeadershipView;
  readonly panel: PanelView;
  /** Screen-pops that the browser blocked, newest first: a card in the page leads on. */
  readonly pops: readonly { readonly number: string; readonly href: string }[];
}

export type PanelCommand =
  | { readonly type: 'panel.toggle' }
  | { readonly type: 'panel.show'; readonly view: 'keypad' | 'history' | 'active' | 'inCallKeypad' }
  /** Shows one aside instead of what is there, or puts it away again. */
  | { readonly type: 'panel.toggleAside'; readonly aside: 'transfer' | 'audio' }
  /** Typed or pasted. While the in-call keypad shows, its digits are sent; else they are kept. */
  | { readonly type: 'panel.type'; readonly text: string }
  | { readonly type: 'panel.erase' }
  /** Calls what is typed; without a purpose, to sell. */
  | { readonly type: 'panel.call'; readonly purpose?: 'service' };

export type PhoneCommand =
  | LineCommand
  | PanelCommand
  | { readonly type: 'phone.takeOver' }
  | { readonly type: 'phone.dismissPop'; readonly number: string };

/** Whether this user has a phone; false until it has loaded. */
export const hasDialer = (view: PhoneView | null): view is PhoneView =>
  view !== null && view.line.device.status !== 'absent';
