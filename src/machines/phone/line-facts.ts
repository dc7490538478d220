import { MIN_DIALLED, type Minutes } from '#contract/phone/call.contract.ts';
import { quota } from '#rules/phone/dialer.ts';
import { dialledOf } from './dialled.ts';
import type { CallObstacle, CallView, EndedView, IncomingView, LineCommand, LineView, PhoneView } from './line-view.ts';

/** Before anything is known: no device, no call. */
export const NO_LINE: LineView = {
  device: {
    status: 'waiting',
    problem: null,
    microphone: 'unknown',
    inputs: [],
    outputs: [],
    input: null,
    output: null,
    numbers: [],
    callFrom: null,
    echoNumber: null,
  },
  incoming: [],
  obstacle: 'notReady',
  call: null,
  ended: null,
  minutes: null,
  notice: null,
};

export const NO_VIEW: PhoneView = {
  line: NO_LINE,
  leadership: { here: false, blocked: null },
  panel: { open: false, view: 'keypad', aside: null, typed: '' },
  pops: [],
};

/** Number of the contact of a call. `null`: none, or several and none was chosen. */
export const contactNumberOf = ({ contactId, contacts, call }: CallView): number | null =>
  contacts.find(({ id }) => id === contactId)?.number ?? call?.contact?.number ?? null;

/** The panel's view with the call that it is about. */
export type ShownView =
  | { readonly view: 'keypad' | 'history' }
  | { readonly view: 'active' | 'inCallKeypad'; readonly call: CallView }
  | { readonly view: 'incoming'; readonly incoming: IncomingView }
  | { readonly view: 'ended'; readonly ended: EndedView };

/** The line is shown before the panel has heard of it: for that moment, what is gone is the keypad. */
export function shownViewOf({ line: { call, incoming, ended }, panel: { view } }: PhoneView): ShownView {
  const [first] = incoming;
  if ((view === 'active' || view === 'inCallKeypad') && call !== null) return { view, call };
  if (view === 'incoming' && first !== undefined) return { view, incoming: first };
  if (view === 'ended' && ended !== null) return { view, ended };
  return { view: view === 'history' ? view : 'keypad' };
}

/** A call that can be answered or ended, or its ending: it is shown above everything else. */
export const isPressing = (phone: PhoneView): boolean =>
  phone.line.incoming.length > 0 ||
  phone.line.call !== null ||
  (phone.panel.open && shownViewOf(phone).view === 'ended');

/** Calls take no more minutes: they are used up, or the license isn't paid. */
const isOutOfMinutes = (minutes: Minutes | null): boolean => minutes !== null && !quota(minutes).allowed;

/** Why no call can begin; `null`: it can. */
export function callObstacle({ device, call, minutes }: Omit<LineView, 'obstacle'>): CallObstacle | null {
  if (call !== null) return 'onCall';
  if (device.status !== 'ready') return 'notReady';
  if (device.microphone === 'denied') return 'microphoneDenied';
  if (device.microphone === 'missing') return 'microphoneMissing';
  return isOutOfMinutes(minutes) ? 'outOfMinutes' : null;
}

/** Why the typed number cannot be called; `null`: it can. */
export const typedObstacle = (line: LineView, typed: string): CallObstacle | 'empty' | 'tooShort' | null =>
  line.obstacle ?? (typed === '' ? 'empty' : dialledOf(typed).length < MIN_DIALLED ? 'tooShort' : null);

/** Takes the place of the keypad; `null`: nothing does. */
export function keypadObstacle({
  device,
  minutes,
}: LineView): 'microphoneDenied' | 'microphoneMissing' | 'failed' | 'outOfMinutes' | null {
  if (device.microphone === 'denied') return 'microphoneDenied';
  if (device.microphone === 'missing') return 'microphoneMissing';
  if (device.status === 'failed') return 'failed';
  return isOutOfMinutes(minutes) ? 'outOfMinutes' : null;
}

/** What can be asked of a call now. */
export interface CallControls {
  /** Why its sound cannot be controlled; `null`: it can. */
  readonly early: 'unanswered' | 'away' | null;
  /** Why the server cannot change it; `null`: it can. */
  readonly unrecorded: 'unanswered' | 'away' | 'connecting' | 'passing' | null;
  readonly record: {
    readonly next: Extract<LineCommand, { type: 'line.record' }>['action'];
    /** `null`: neither paused nor resumed. */
    readonly pause: 'pause' | 'resume' | null;
    readonly isBusy: boolean;
    /** Why the recording cannot be stopped; `null`: it can, or there is none. */
    readonly locked: string | null;
    /** After the disclaimer, where a rule asks for consent; or the consequence of a "no" where another one requires it. */
    readonly question: 'consent' | 'withoutRecording' | null;
  };
}

export function controlsOf({ stage, recording: { state, locked, busy }, call, passing }: CallView): CallControls {
  const isAway = stage === 'waiting' || stage === 'rejoining';
  const early = stage === 'active' ? null : isAway ? 'away' : 'unanswered';
  const isRecorded = state === 'recording' || state === 'paused';
  const isWithout = state === 'off' && locked !== null && call?.recording.agreed === false;
  return {
    early,
    // The line connects a call before the server has recorded the answer, and until then the server refuses.
    unrecorded: early ?? (call?.status !== 'active' ? 'connecting' : passing ? 'passing' : null),
    record: {
      next: state === 'recording' ? 'stop' : state === 'paused' ? 'resume' : 'start',
      pause: !isRecorded || locked !== null ? null : state === 'paused' ? 'resume' : 'pause',
      isBusy: busy || state === 'announcing' || state === 'asking',
      locked: isRecorded ? locked : null,
      question: isWithout ? 'withoutRecording' : state === 'asking' ? 'consent' : null,
    },
  };
}
