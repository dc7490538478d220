import { type AnyActorRef, assign, enqueueActions, raise, sendTo, setup, stateIn } from 'xstate';
import { type Purpose, SERVICE_ALLOWED } from '#contract/compliance.contract.ts';
import {
  type Call,
  type CallOutcome,
  type MatchedContact,
  type Minutes,
  type RecordingState,
  RING_TIMEOUT_MS,
} from '#contract/phone/call.contract.ts';
import { OUT_OF_MINUTES, quota } from '#rules/phone/dialer.ts';
import { refusalOf } from '../imports/refusal.ts';
import { dialledOf, extensionOf, isDiallable } from './dialled.ts';
import type { CallEnd, CallEndKind, Complaint, EndReason, LineCommand } from './line-view.ts';
import { type CallChange, type CallEventSeen, callPorts } from './phone-ports.ts';
import type { VoiceAsk, VoiceFact, VoiceReason, VoiceStep } from './voice-port.ts';

interface Around {
  /** Hears what could not be done, and that the call is over. */
  readonly line: AnyActorRef;
  /** Passes what is asked on to the line's voice. */
  readonly device: AnyActorRef;
  readonly now: () => number;
  readonly key: string;
  /** The server hears of a hang-up before the line does: the line couldn't tell it from a page that was closed. */
  readonly saysFirst: boolean;
}

export type CallInput = Around &
  (
    | {
        readonly direction: 'outbound';
        readonly number: string;
        /** `null`: the only contact of the number, if there is one. */
        readonly contactId: number | null;
        /** `null`: as the server takes it. */
        readonly purpose: Purpose | null;
        /** Whether a device could dial at all. */
        readonly isReady: boolean;
        /** `null`: not known here, or a test call, which takes none; the server knows. */
        readonly minutes: Minutes | null;
      }
    | {
        readonly direction: 'inbound';
        readonly from: string;
        readonly to: string;
        readonly sid: string;
        readonly callId: number | null;
        /** Server facts that arrived before the call rang here. `null`: none. */
        readonly told: { readonly call: Call; readonly contacts: readonly MatchedContact[] } | null;
      }
    | ({
        /** Answered before the page was loaded again. */
        readonly direction: 'waiting';
        readonly side: 'inbound' | 'outbound';
        readonly number: string;
        readonly sid: string;
        readonly callId: number;
        readonly talkedMs: number;
      } & Waiting)
  );

interface Waiting {
  /** Milliseconds until the line ends it. */
  readonly leftMs: number;
  /** The page may rejoin by itself: it is the one that was loaded again, and its browser doesn't ask for the microphone. */
  readonly isAllowed: boolean;
}

export interface CallContext extends Around {
  readonly direction: 'inbound' | 'outbound';
  /** Of the other side; empty: withheld. */
  readonly number: string;
  /** The own number that is called; empty for an outbound call. */
  readonly to: string;
  readonly sid: string | null;
  /** `null`: the server does not know the call yet, or its line does not tell. */
  readonly callId: number | null;
  readonly purpose: Purpose | null;
  readonly isReady: boolean;
  readonly minutes: Minutes | null;
  /** As the server has it. */
  readonly call: Call | null;
  readonly contacts: readonly MatchedContact[];
  /** Whether the number's contacts are known. */
  readonly isLookedUp: boolean;
  /** The chosen contact. `null`: none. */
  readonly chosen: number | null;
  /** `null`: it didn't begin before this page. */
  readonly waiting: Waiting | null;
  /** Epoch milliseconds. `null`: not yet. */
  readonly activeSince: number | null;
  readonly digits: string;
  /** Typed behind the number. `null`: none. */
  readonly extension: string | null;
  /** How the call ended, or will end unless something else is known. */
  readonly end: CallEnd;
}

export function freshContext(input: CallInput): CallContext {
  const { line, device, now, key, saysFirst } = input;
  const rest = { line, device, now, key, saysFirst, digits: '', extension: null, end: { kind: 'completed' } } as const;
  if (input.direction === 'waiting') {
    const { side, number, sid, callId, talkedMs, leftMs, isAllowed } = input;
    const unknown = { to: '', purpose: null, minutes: null, call: null, contacts: [], chosen: null } as const;
    const waiting = { leftMs, isAllowed };
    const known = { direction: side, number, sid, callId, waiting, isReady: true, isLookedUp: false } as const;
    return { ...rest, ...unknown, ...known, activeSince: now() - talkedMs };
  }
  const fresh = { ...rest, direction: input.direction, activeSince: null, waiting: null } as const;
  if (input.direction === 'outbound') {
    const { number: written, contactId, purpose, isReady, minutes } = input;
    const extension = extensionOf(written);
    const number = extension === null ? written : dialledOf(written);
    const unknown = { to: '', sid: null, callId: null, call: null, contacts: [], isLookedUp: false } as const;
    return { ...fresh, ...unknown, number, extension, purpose, isReady, minutes, chosen: contactId };
  }
  const { from, to, sid, told } = input;
  return {
    ...fresh,
    number: from,
    to,
    sid,
    callId: input.callId ?? told?.call.id ?? null,
    purpose: null,
    isReady: true,
    minutes: null,
    call: told?.call ?? null,
    contacts: told?.contacts ?? [],
    isLookedUp: told !== null,
    chosen: null,
  };
}

/** Whether this copy belongs to this call and is newer. */
export const isNews = ({ call, callId, sid }: CallContext, copy: Call): boolean =>
  isSame({ callId, sid }, copy) && (call === null || copy.version > call.version);

export const isSame = (known: Pick<CallContext, 'callId' | 'sid'>, copy: Call): boolean =>
  known.callId === null ? known.sid !== null && known.sid === copy.sid : known.callId === copy.id;

/** Contact of the call: the chosen one, the server's, or the number's only one. `null`: unknown. */
export const contactIdOf = ({ chosen, call, contacts }: CallContext): number | null =>
  chosen ?? call?.contact?.id ?? (contacts.length === 1 ? (contacts[0]?.id ?? null) : null);

/** Digits dialed after the answer: typed, or those of the contact's number. `null`: none. */
export const extensionIn = ({ extension, call }: Pick<CallContext, 'extension' | 'call'>): string | null =>
  extension ?? (call?.extension || null);

/** Endings of unanswered calls by code. Source: codes of `@twilio/voice-sdk`. */
const OUTCOME_OF_CODE: Readonly<Record<number, CallOutcome>> = {
  31404: 'unavailable',
  31480: 'no_answer',
  31486: 'busy',
  31603: 'rejected',
};

/** Code of a line that doesn't know the call anymore. Source: codes of `@twilio/voice-sdk`. */
const RECONNECT_UNKNOWN = 31_209;

export const endOfCode = (code: number | null): CallEnd => {
  const outcome = code === null ? undefined : OUTCOME_OF_CODE[code];
  return { kind: 'unanswered', ...(outcome !== undefined && { outcome }) };
};

/** Applies the server's last report to a call. */
export function kindOf({ outcome, call_direction }: Call): CallEndKind {
  if (outcome === 'completed' || outcome === 'failed') return outcome;
  if (call_direction === 'outbound') return outcome === 'cancelled' ? 'cancelled' : 'unanswered';
  return outcome === 'rejected' || outcome === 'cancelled' ? outcome : 'missed';
}

/** User commands: the line passes on those for this call. */
export type CallCommand = LineCommand;

/** Facts about this call from the voice line, about every call from the server, and about the device. */
export type CallFact =
  | VoiceFact
  | { type: 'call.incoming'; call: Call; contacts: readonly MatchedContact[] }
  | { type: 'call.changed'; call: Call }
  | { type: 'device.gone' };

/** Event between the regions of the machine: a newer copy arrived. */
export type CallSignal = { type: 'call.adopted' };

/** Facts reported to the line. */
export type CallReport = { type: 'call.finished'; key: string } | { type: 'complaint.made'; complaint: Complaint };

/** Milliseconds in which the line says that the other side rings. Ours. */
export const DIAL_PATIENCE_MS = 30_000;
/**
 * Milliseconds after which an inbound call has rung out, whatever the line reports. Our choice: the line reports it
 * after a minute, and declining at that moment would be a different ending.
 */
export const MISSED_MS = RING_TIMEOUT_MS + 10_000;
/** Milliseconds in which the line connects a call that was answered. Ours. */
export const ANSWER_PATIENCE_MS = 15_000;
/** Milliseconds in which the server hears of a hang-up; then the line hangs up all the same. Ours: a press should be felt. */
export const HANGUP_WORD_MS = 1_000;
/** Milliseconds in which the line hangs up; then the server is asked to. Ours. */
export const HANGUP_PATIENCE_MS = 3_000;
/** Milliseconds in which the line says that a microphone is muted. Ours. */
export const MUTE_PATIENCE_MS = 2_000;
/** Milliseconds from the answer to the extension: the switchboard picks up and begins to speak. Ours. */
export const EXTENSION_MS = 1_500;
/** Milliseconds in which the server tells the contacts of a number that calls; then they are looked up. Ours. */
export const CONTACTS_PATIENCE_MS = 500;

type Change = CallChange extends infer One ? (One extends CallChange ? Omit<One, 'callId'> : never) : never;

interface Failure {
  readonly step: VoiceStep;
  readonly reason: VoiceReason;
}

/** Ports, guards and actions of `callMachine`. The chart is in `call.machine.ts`. */
export const callSetup = setup({
  types: {
    input: {} as CallInput,
    context: {} as CallContext,
    events: {} as CallCommand | CallFact | CallSignal,
    tags: {} as
      | 'incoming'
      | 'answering'
      | 'lookedUp'
      | 'validating'
      | 'quota'
      | 'dialling'
      | 'ringing'
      | 'waiting'
      | 'rejoining'
      | 'active'
      | 'ending'
      | 'muted'
      | 'poor'
      | 'reconnecting'
      | 'passing'
      | 'extended'
      | 'recordingBusy',
  },
  actors: callPorts,
  actions: {
    /** Tells the server what only the browser sees of a call. */
    noteEvent: (_scope, _params: CallEventSeen) => undefined,
    ask: sendTo(
      ({ context }: { context: CallContext }) => context.device,
      (_, params: { ask: VoiceAsk }) => ({ type: 'device.ask' as const, ask: params.ask }),
    ),
    report: sendTo(
      ({ context }: { context: CallContext }): AnyActorRef => context.line,
      (_, params: CallReport) => params,
    ),
    complain: sendTo(
      ({ context }: { context: CallContext }): AnyActorRef => context.line,
      (_, complaint: Complaint) => ({ type: 'complaint.made' as const, complaint }),
    ),
    /** Says why the server did not do it. */
    complainOf: sendTo(
      ({ context }: { context: CallContext }): AnyActorRef => context.line,
      (_, { error }: { error: unknown }) => ({
        type: 'complaint.made' as const,
        complaint: { kind: 'refused' as const, text: refusalOf(error).text },
      }),
    ),
    dial: sendTo(
      ({ context }: { context: CallContext }) => context.device,
      ({ context: { key, number, callId } }) => ({
        type: 'device.ask' as const,
        ask: { type: 'voice.dial' as const, key, params: { To: dialledOf(number), CallId: String(callId) } },
      }),
    ),
    rejoin: sendTo(
      ({ context }: { context: CallContext }) => context.device,
      ({ context: { key, callId } }) => ({
        type: 'device.ask' as const,
        ask: { type: 'voice.dial' as const, key, params: { Rejoin: String(callId) } },
      }),
    ),
    begin: assign({ activeSince: ({ context }) => context.activeSince ?? context.now() }),
    /** The first copy says which call it is. */
    identify: assign((_, { call }: { call: Call }) => ({ callId: call.id, call })),
    adopt: enqueueActions(({ context, enqueue }, { call }: { call: Call }) => {
      if (!isNews(context, call)) return;
      enqueue.assign({ call, callId: call.id });
      enqueue.raise({ type: 'call.adopted' });
    }),
    look: raise({ type: 'call.adopted' }),
    keepSid: assign({ sid: (_, params: { sid: string }) => params.sid }),
    keepContacts: assign((_, { contacts }: { contacts: readonly MatchedContact[] }) => ({
      contacts,
      isLookedUp: true,
    })),
    choose: assign({ chosen: (_, params: { contactId: number }) => params.contactId }),
    chooseLinked: assign({ chosen: (_, { call }: { call: Call }) => call.contact?.id ?? null }),
    askExtension: sendTo(
      ({ context }: { context: CallContext }) => context.device,
      ({ context }) => ({
        type: 'device.ask' as const,
        ask: { type: 'voice.sendDigits' as const, key: context.key, digits: extensionIn(context) ?? '' },
      }),
    ),
    addDigits: assign({ digits: ({ context }, params: { digits: string }) => context.digits + params.digits }),
    endAs: assign({ end: (_, end: CallEnd) => end }),
    endByCode: assign({ end: (_, { code }: { code: number | null }) => endOfCode(code) }),
    endByServer: assign({
      end: ({ context: { end } }, { call }: { call: Call }): CallEnd => (end.why ? end : { kind: kindOf(call) }),
    }),
    endByFailure: assign({
      end: (_, { step, reason }: Failure): CallEnd => sure('failed', { kind: 'unable', step, reason }),
    }),
    endByRefusal: assign({
      end: (_, { error }: { error: unknown }): CallEnd => {
        const { text } = refusalOf(error);
        if (text === OUT_OF_MINUTES) return sure('refused', { kind: 'overMinutes' });
        return sure('refused', { kind: 'refused', text, ...(mayServe(error) && { mayServe: true }) });
      },
    }),
  },
  guards: {
    isInbound: ({ context }) => context.direction === 'inbound',
    isWaiting: ({ context }) => context.waiting !== null,
    mayRejoin: ({ context }) => context.waiting?.isAllowed === true,
    hasNoDevice: ({ context }) => !context.isReady,
    isNoNumber: ({ context }) => !isDiallable(context.number),
    isOverMinutes: ({ context }) => context.minutes !== null && !quota(context.minutes).allowed,
    isWithdrawn: stateIn('#call.live.stage.quota.withdrawn'),
    isReconnecting: stateIn('#call.live.stage.active.quality.reconnecting'),
    /** Its line no longer has the call that it came back to. */
    isForgotten: (_, { code }: { code: number | null }) => code === RECONNECT_UNKNOWN,
    isLost: (_, { reason }: { reason: VoiceReason }) => reason === 'lineAway' || reason === 'unknown',
    hasExtension: ({ context }) => extensionIn(context) !== null,
    saysFirst: ({ context }) => context.saysFirst && context.callId !== null,
    isUnknown: ({ context }) => context.callId === null,
    isKnown: ({ context }) => context.callId !== null,
    isTone: (_, { digits }: { digits: string }) => digits !== '',
    isLookedUp: ({ context }) => context.isLookedUp || context.number === '',
    mayHold: ({ context }, params: { is: boolean; asked: boolean }) =>
      context.callId !== null && params.is === params.asked,
    isPassing: ({ context: { call } }) => call?.passed_on?.by === 'agent' && call.passed_on.outcome === null,
    isHeld: ({ context }) => context.call?.held === true,
    isRecording: ({ context }, params: { state: RecordingState }) => context.call?.recording.state === params.state,
    isLocked: ({ context }) => context.call?.recording.state === 'recording' && context.call.recording.locked !== null,
    mayNot: ({ context }, { action }: { action: string }) =>
      context.call !== null && context.call.recording.locked !== null && (action === 'stop' || action === 'pause'),
    endsAs: ({ context }, params: { kind: CallEnd['kind'] }) => context.end.kind === params.kind,
    isEnded: ({ context }, { call }: { call: Call }) => isNews(context, call) && call.status === 'ended',
    isPoor: (_, params: { quality: 'good' | 'poor' }) => params.quality === 'poor',
    isGood: (_, params: { quality: 'good' | 'poor' }) => params.quality === 'good',
    wants: (_, params: { is: boolean; asked: boolean }) => params.is === params.asked,
  },
  delays: {
    ringTimeout: RING_TIMEOUT_MS,
    missed: MISSED_MS,
    grace: ({ context }) => context.waiting?.leftMs ?? 0,
    dialPatience: DIAL_PATIENCE_MS,
    answerPatience: ANSWER_PATIENCE_MS,
    hangUpWord: HANGUP_WORD_MS,
    hangUpPatience: HANGUP_PATIENCE_MS,
    mutePatience: MUTE_PATIENCE_MS,
    extensionPause: EXTENSION_MS,
    contactsPatience: ({ context }) => (context.direction === 'inbound' ? CONTACTS_PATIENCE_MS : 0),
  },
});

/** Requests to the server; the requesting states are entered only with a call that the server knows. */
export const changeOf = ({ callId }: CallContext, change: Change): CallChange =>
  ({ ...change, callId: callId ?? 0 }) as CallChange;

/** The server names the purpose where a service call is allowed: an `ApiError`, of which only the shape is known here. */
const mayServe = (error: unknown): boolean =>
  ((error ?? {}) as { fields?: { purpose?: readonly string[] } }).fields?.purpose?.includes(SERVICE_ALLOWED) === true;

const sure = (kind: CallEnd['kind'], why: EndReason): CallEnd => ({ kind, why });

export const ENDS = {
  noDevice: sure('refused', { kind: 'noDevice' }),
  noNumber: sure('refused', { kind: 'noNumber' }),
  overMinutes: sure('refused', { kind: 'overMinutes' }),
  noRinging: sure('failed', { kind: 'unable', step: 'outboundCall', reason: 'lineAway' }),
  noAnswer: sure('unanswered', { kind: 'noAnswer' }),
  notConnected: sure('failed', { kind: 'unable', step: 'inboundCall', reason: 'mediaFailed' }),
  pageClosed: sure('completed', { kind: 'pageClosed' }),
  deviceGone: sure('failed', { kind: 'deviceGone' }),
  connectionLost: sure('failed', { kind: 'connectionLost' }),
} as const;
