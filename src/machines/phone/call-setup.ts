import { type AnyActorRef, assign, enqueueActions, raise, sendTo, setup, stateIn } from 'xstate';
import { type Call, type MatchedContact, type RecordingState, RING_TIMEOUT_MS } from '#contract/phone/call.contract.ts';
import { OUT_OF_MINUTES, quota } from '#rules/phone/dialer.ts';
import { refusalOf } from '../imports/refusal.ts';
import {
  type CallCommand,
  type CallContext,
  type CallFact,
  type CallInput,
  type CallReport,
  type CallSignal,
  endOfCode,
  isNews,
  kindOf,
} from './call-context.ts';
import { dialledOf, isDiallable } from './dialled.ts';
import type { CallEnd, Complaint, EndReason } from './line-view.ts';
import { type CallChange, type CallEventSeen, callPorts } from './phone-ports.ts';
import type { VoiceAsk, VoiceReason, VoiceStep } from './voice-port.ts';

/** Milliseconds in which the line says that the other side rings. Ours. */
export const DIAL_PATIENCE_MS = 30_000;
/**
 * Milliseconds after which an inbound call has rung out, whatever the line reports. Our choice: the line reports it
 * after a minute, and declining at that moment would be a different ending.
 */
export const MISSED_MS = RING_TIMEOUT_MS + 10_000;
/** Milliseconds in which the line connects a call that was answered. Ours. */
export const ANSWER_PATIENCE_MS = 15_000;
/** Milliseconds in which the line hangs up; then the server is asked to. Ours. */
export const HANGUP_PATIENCE_MS = 3_000;
/** Milliseconds in which the line says that a microphone is muted. Ours. */
export const MUTE_PATIENCE_MS = 2_000;
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
      | 'active'
      | 'ending'
      | 'muted'
      | 'poor'
      | 'reconnecting'
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
    begin: assign({ activeSince: ({ context }) => context.now() }),
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
        return sure('refused', text === OUT_OF_MINUTES ? { kind: 'overMinutes' } : { kind: 'refused', text });
      },
    }),
  },
  guards: {
    isInbound: ({ context }) => context.direction === 'inbound',
    hasNoDevice: ({ context }) => !context.isReady,
    isNoNumber: ({ context }) => !isDiallable(context.number),
    isOverMinutes: ({ context }) => context.minutes !== null && !quota(context.minutes).allowed,
    isWithdrawn: stateIn('#call.live.stage.quota.withdrawn'),
    isUnknown: ({ context }) => context.callId === null,
    isKnown: ({ context }) => context.callId !== null,
    isTone: (_, { digits }: { digits: string }) => digits !== '',
    isLookedUp: ({ context }) => context.isLookedUp || context.number === '',
    mayHold: ({ context }, params: { is: boolean; asked: boolean }) =>
      context.callId !== null && params.is === params.asked,
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
    dialPatience: DIAL_PATIENCE_MS,
    answerPatience: ANSWER_PATIENCE_MS,
    hangUpPatience: HANGUP_PATIENCE_MS,
    mutePatience: MUTE_PATIENCE_MS,
    contactsPatience: ({ context }) => (context.direction === 'inbound' ? CONTACTS_PATIENCE_MS : 0),
  },
});

/** Requests to the server; the requesting states are entered only with a call that the server knows. */
export const changeOf = ({ callId }: CallContext, change: Change): CallChange =>
  ({ ...change, callId: callId ?? 0 }) as CallChange;

const sure = (kind: CallEnd['kind'], why: EndReason): CallEnd => ({ kind, why });

export const ENDS = {
  noDevice: sure('refused', { kind: 'noDevice' }),
  noNumber: sure('refused', { kind: 'noNumber' }),
  overMinutes: sure('refused', { kind: 'overMinutes' }),
  noRinging: sure('failed', { kind: 'unable', step: 'outboundCall', reason: 'lineAway' }),
  noAnswer: sure('unanswered', { kind: 'noAnswer' }),
  notConnected: sure('failed', { kind: 'unable', step: 'inboundCall', reason: 'mediaFailed' }),
  deviceGone: sure('failed', { kind: 'deviceGone' }),
} as const;
