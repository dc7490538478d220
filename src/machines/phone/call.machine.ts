import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import {
  extensionRegion,
  holdRegion,
  muteRegion,
  qualityRegion,
  recordingRegion,
  recordingViewOf,
  sendsDigits,
  transferRegion,
} from './call-active.ts';
import { endingStage } from './call-ending.ts';
import { keptStage } from './call-kept.ts';
import { callSetup, changeOf, contactIdOf, ENDS, extensionIn, freshContext } from './call-setup.ts';
import type { CallEnd, CallEndKind, CallView, EndedView, IncomingView } from './line-view.ts';
import type { VoiceAsk, VoiceReason, VoiceStep } from './voice-port.ts';

const asks = (type: 'voice.accept' | 'voice.reject' | 'voice.hangUp') => ({
  type: 'ask' as const,
  params: ({ context }: { context: { key: string } }): { ask: VoiceAsk } => ({ ask: { type, key: context.key } }),
});
const endsAs = (params: CallEnd) => ({ type: 'endAs' as const, params });

const OVER = '#call.over';
const ENDING = '#call.live.stage.ending';

/** The call is over on the line. */
const over = (end: CallEnd) => ({ target: OVER, actions: endsAs(end) });
/** Over for this tab, and the line is told so. */
const hangsUp = (end: CallEnd) => ({ target: ENDING, actions: endsAs(end) });
const fails = {
  target: OVER,
  actions: [
    asks('voice.hangUp'),
    {
      type: 'endByFailure' as const,
      params: ({ event }: { event: { step: VoiceStep; reason: VoiceReason } }) => event,
    },
  ],
};
/** Server actions are unavailable until the server knows the call. */
const needsServer = {
  guard: 'isUnknown' as const,
  actions: { type: 'complain' as const, params: { kind: 'noCall' as const } },
};
const overByCode = {
  target: OVER,
  actions: { type: 'endByCode' as const, params: ({ event }: { event: { code: number | null } }) => event },
};
const finishes = (kind: CallEndKind, target: string) => ({
  guard: { type: 'endsAs' as const, params: { kind } },
  target,
});

/**
 * One call of the tab that leads, from the wish or the first ring to its end. A child of `lineMachine`, which hears
 * `call.finished`.
 *
 *   outbound: validating → quota → dialling → ringing ─accepted→ active ─hang up→ ending → completed
 *                 └ refused   └ withdrawn     └ 60 s: unanswered   └ failed
 *   inbound:  incoming ─answer→ answering ─accepted→ active
 *                └ reject → rejected; cancelled; missed
 *   after a reload of the page: kept: offered ─rejoin→ rejoining ─accepted→ active
 *
 * Nothing is displayed as done before it is: muting waits for the line, holding and recording for the server, whose
 * higher version wins. Hanging up works in every stage; when the line fails, the server does it.
 */
export const callMachine = callSetup.createMachine({
  id: 'call',
  context: ({ input }) => freshContext(input),
  initial: 'live',
  states: {
    live: {
      type: 'parallel',
      on: {
        'device.gone': over(ENDS.deviceGone),
        'call.changed': [
          {
            guard: { type: 'isEnded', params: ({ event }) => event },
            target: OVER,
            actions: [
              asks('voice.hangUp'),
              { type: 'endByServer', params: ({ event }) => event },
              { type: 'adopt', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'adopt', params: ({ event }) => event } },
        ],
      },
      states: {
        stage: {
          initial: 'beginning',
          states: {
            beginning: {
              always: [
                { guard: 'isWaiting', target: 'kept' },
                { guard: 'isInbound', target: 'incoming' },
                { target: 'validating' },
              ],
            },
            kept: keptStage,
            validating: {
              tags: ['validating'],
              always: [
                { guard: 'hasNoDevice', ...over(ENDS.noDevice) },
                { guard: 'isNoNumber', ...over(ENDS.noNumber) },
                { guard: 'isOverMinutes', ...over(ENDS.overMinutes) },
                { target: 'quota' },
              ],
            },
            /** The server looks at minutes and consent, and writes the call down. */
            quota: {
              initial: 'wanted',
              invoke: {
                src: 'startCall',
                input: ({ context: { key, number, chosen, purpose } }) => ({ key, number, contactId: chosen, purpose }),
                onDone: [
                  {
                    guard: 'isWithdrawn',
                    target: 'ending.onServer',
                    actions: { type: 'identify', params: ({ event }) => ({ call: event.output }) },
                  },
                  {
                    target: 'dialling',
                    actions: { type: 'identify', params: ({ event }) => ({ call: event.output }) },
                  },
                ],
                onError: [
                  { guard: 'isWithdrawn', target: OVER },
                  { target: OVER, actions: { type: 'endByRefusal', params: ({ event }) => event } },
                ],
              },
              states: {
                wanted: {
                  tags: ['quota'],
                  on: { 'line.hangUp': { target: 'withdrawn', actions: endsAs({ kind: 'cancelled' }) } },
                },
                /** No longer wanted: it is ended as soon as it has an id. */
                withdrawn: { tags: ['ending'] },
              },
            },
            dialling: {
              tags: ['dialling'],
              entry: 'dial',
              after: { dialPatience: hangsUp(ENDS.noRinging) },
              on: {
                'line.hangUp': hangsUp({ kind: 'cancelled' }),
                'voice.ringing': { target: 'ringing', actions: { type: 'keepSid', params: ({ event }) => event } },
                'voice.accepted': { target: 'active', actions: { type: 'keepSid', params: ({ event }) => event } },
                'voice.rejected': over({ kind: 'unanswered', outcome: 'rejected' }),
                'voice.ended': overByCode,
                'voice.callFailed': fails,
              },
            },
            ringing: {
              tags: ['ringing'],
              after: { ringTimeout: hangsUp(ENDS.noAnswer) },
              on: {
                'line.hangUp': hangsUp({ kind: 'cancelled' }),
                'voice.accepted': 'active',
                'voice.rejected': over({ kind: 'unanswered', outcome: 'rejected' }),
                'voice.ended': overByCode,
                'voice.callFailed': fails,
              },
            },
            incoming: {
              tags: ['incoming'],
              after: { missed: { target: OVER, actions: [asks('voice.reject'), endsAs({ kind: 'missed' })] } },
              on: {
                'line.answer': 'answering',
                'line.reject': { target: OVER, actions: [asks('voice.reject'), endsAs({ kind: 'rejected' })] },
                'voice.cancelled': over({ kind: 'cancelled' }),
                'voice.ended': over({ kind: 'cancelled' }),
                'voice.callFailed': fails,
              },
            },
            answering: {
              tags: ['incoming', 'answering'],
              entry: asks('voice.accept'),
              after: { answerPatience: hangsUp(ENDS.notConnected) },
              on: {
                'line.hangUp': hangsUp({ kind: 'completed' }),
                'voice.accepted': 'active',
                'voice.cancelled': over({ kind: 'cancelled' }),
                'voice.ended': over({ kind: 'cancelled' }),
                'voice.callFailed': fails,
              },
            },
            active: {
              type: 'parallel',
              tags: ['active'],
              entry: ['begin', 'look'],
              on: {
                'line.hangUp': hangsUp({ kind: 'completed' }),
                'line.sendDigits': sendsDigits,
                'line.hold': needsServer,
                'line.record': needsServer,
                'line.answerConsent': needsServer,
                'line.transfer': needsServer,
                'voice.ended': [
                  { guard: 'isReconnecting', ...over(ENDS.connectionLost) },
                  { guard: { type: 'isForgotten', params: ({ event }) => event }, ...over(ENDS.connectionLost) },
                  over({ kind: 'completed' }),
                ],
                'voice.callFailed': [
                  {
                    guard: { type: 'isLost', params: ({ event }) => event },
                    target: OVER,
                    actions: [asks('voice.hangUp'), endsAs(ENDS.connectionLost)],
                  },
                  fails,
                ],
              },
              states: {
                mute: muteRegion,
                hold: holdRegion,
                recording: recordingRegion,
                quality: qualityRegion,
                transfer: transferRegion,
                extension: extensionRegion,
              },
            },
            ending: endingStage,
          },
        },
        contacts: {
          initial: 'unknown',
          on: {
            'call.incoming': {
              target: '.known',
              actions: [
                { type: 'adopt', params: ({ event }) => event },
                { type: 'keepContacts', params: ({ event }) => event },
              ],
            },
          },
          states: {
            unknown: {
              always: { guard: 'isLookedUp', target: 'known' },
              after: { contactsPatience: 'looking' },
            },
            looking: {
              invoke: {
                src: 'findContacts',
                input: ({ context }) => ({ number: context.number }),
                onDone: {
                  target: 'known',
                  actions: { type: 'keepContacts', params: ({ event }) => ({ contacts: event.output }) },
                },
                onError: 'known',
              },
            },
            known: {
              tags: ['lookedUp'],
              on: {
                'line.chooseContact': [
                  { guard: 'isKnown', target: 'linking' },
                  { actions: { type: 'choose', params: ({ event }) => event } },
                ],
              },
            },
            linking: {
              tags: ['lookedUp'],
              invoke: {
                src: 'changeCall',
                input: ({ context, event }) =>
                  changeOf(context, {
                    kind: 'link',
                    contactId: event.type === 'line.chooseContact' ? event.contactId : 0,
                  }),
                onDone: {
                  target: 'known',
                  actions: [
                    { type: 'adopt', params: ({ event }) => ({ call: event.output }) },
                    { type: 'chooseLinked', params: ({ event }) => ({ call: event.output }) },
                  ],
                },
                onError: { target: 'known', actions: { type: 'complainOf', params: ({ event }) => event } },
              },
            },
          },
        },
      },
    },
    over: {
      entry: { type: 'report', params: ({ context }) => ({ type: 'call.finished', key: context.key }) },
      always: [
        finishes('completed', 'completed'),
        finishes('unanswered', 'unanswered'),
        finishes('refused', 'refused'),
        finishes('rejected', 'rejected'),
        finishes('cancelled', 'cancelled'),
        finishes('missed', 'missed'),
        { target: 'failed' },
      ],
    },
    completed: { type: 'final' },
    unanswered: { type: 'final' },
    refused: { type: 'final' },
    rejected: { type: 'final' },
    cancelled: { type: 'final' },
    missed: { type: 'final' },
    failed: { type: 'final' },
  },
});

export type CallActor = ActorRefFrom<typeof callMachine>;
export type CallSnapshot = SnapshotFrom<typeof callMachine>;

const EARLY: readonly CallView['stage'][] = ['validating', 'quota', 'dialling', 'ringing', 'waiting', 'rejoining'];
const STAGES: readonly CallView['stage'][] = [...EARLY, 'active', 'ending'];

export function callViewOf(snapshot: CallSnapshot): CallView {
  const { context } = snapshot;
  const { key, callId, direction, activeSince, digits, contacts, call } = context;
  const extension = extensionIn(context);
  return {
    key,
    callId,
    direction,
    number: call?.other_number ?? context.number,
    stage: STAGES.find((stage) => snapshot.hasTag(stage)) ?? 'validating',
    activeSince,
    muted: snapshot.hasTag('muted'),
    held: call?.held ?? false,
    passing: snapshot.hasTag('passing'),
    recording: recordingViewOf(call?.recording, snapshot.hasTag('recordingBusy')),
    quality: snapshot.hasTag('reconnecting') ? 'reconnecting' : snapshot.hasTag('poor') ? 'poor' : 'good',
    digits,
    extension: extension === null ? null : { digits: extension, isDialed: snapshot.hasTag('extended') },
    contacts,
    contactId: contactIdOf(context),
    call,
  };
}

export function incomingViewOf(snapshot: CallSnapshot): IncomingView {
  const { context } = snapshot;
  const { key, callId, number, to, contacts, call } = context;
  return {
    key,
    callId,
    from: number,
    to,
    contacts,
    contactId: contactIdOf(context),
    answering: snapshot.hasTag('answering'),
    lookedUp: snapshot.hasTag('lookedUp'),
    call,
  };
}

/** Milliseconds of a second. */
const SECOND_MS = 1_000;

export function endedViewOf({ context }: CallSnapshot, now: number): EndedView {
  const { key, callId, activeSince, end, direction, call } = context;
  return {
    key,
    callId,
    direction,
    number: call?.other_number ?? context.number,
    end,
    contactId: contactIdOf(context),
    seconds: activeSince === null ? 0 : Math.floor(Math.max(0, now - activeSince) / SECOND_MS),
    call,
  };
}
