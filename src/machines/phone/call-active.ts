import type { CallRecording, RecordingState } from '#contract/phone/call.contract.ts';
import { tonesOf } from './dialled.ts';
import { callSetup, changeOf, ENDS } from './call-setup.ts';
import type { RecordingView } from './line-view.ts';
import type { CallEventSeen } from './phone-ports.ts';

const seen = (kind: CallEventSeen['kind']) => ({
  type: 'noteEvent' as const,
  params: ({ context }: { context: { callId: number | null } }) => ({ callId: context.callId, kind }),
});

const asksMute = (muted: boolean) => ({
  type: 'ask' as const,
  params: ({ context }: { context: { key: string } }) => ({
    ask: { type: 'voice.mute' as const, key: context.key, muted },
  }),
});
const NOT_MUTED = { type: 'complain', params: { kind: 'notMuted' } } as const;
const NOT_UNMUTED = { type: 'complain', params: { kind: 'notUnmuted' } } as const;
const isNow = (is: boolean) => ({
  type: 'wants' as const,
  params: ({ event }: { event: { muted: boolean } }) => ({ is, asked: event.muted }),
});

/** The line's word counts; until it arrives, a microphone keeps its state. */
export const muteRegion = callSetup.createStateConfig({
  initial: 'open',
  states: {
    open: {
      on: {
        'line.mute': { guard: isNow(true), target: 'muting' },
        'voice.muted': { guard: isNow(true), target: 'muted' },
      },
    },
    muting: {
      entry: asksMute(true),
      after: { mutePatience: { target: 'open', actions: NOT_MUTED } },
      on: {
        'voice.muted': [
          { guard: isNow(true), target: 'muted' },
          { target: 'open', actions: NOT_MUTED },
        ],
      },
    },
    muted: {
      tags: ['muted'],
      entry: seen('muted'),
      on: {
        'line.mute': { guard: isNow(false), target: 'unmuting' },
        'voice.muted': { guard: isNow(false), target: 'open', actions: seen('unmuted') },
      },
    },
    unmuting: {
      tags: ['muted'],
      entry: asksMute(false),
      after: { mutePatience: { target: 'muted', actions: NOT_UNMUTED } },
      on: {
        'voice.muted': [
          { guard: isNow(false), target: 'open', actions: seen('unmuted') },
          { target: 'muted', actions: NOT_UNMUTED },
        ],
      },
    },
  },
});

/** The server's word counts: it is held when that says so. */
export const holdRegion = callSetup.createStateConfig({
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isHeld', target: 'held' }, { target: 'free' }] },
    free: {
      on: {
        'call.adopted': { guard: 'isHeld', target: 'held' },
        'line.hold': {
          guard: { type: 'mayHold', params: ({ event }) => ({ is: true, asked: event.held }) },
          target: 'holding',
        },
      },
    },
    held: {
      on: {
        'call.adopted': 'deciding',
        'line.hold': {
          guard: { type: 'wants', params: ({ event }) => ({ is: false, asked: event.held }) },
          target: 'resuming',
        },
      },
    },
    holding: {
      invoke: {
        src: 'changeCall',
        input: ({ context }) => changeOf(context, { kind: 'hold', held: true }),
        onDone: { target: 'deciding', actions: { type: 'adopt', params: ({ event }) => ({ call: event.output }) } },
        onError: { target: 'deciding', actions: { type: 'complainOf', params: ({ event }) => event } },
      },
    },
    resuming: {
      invoke: {
        src: 'changeCall',
        input: ({ context }) => changeOf(context, { kind: 'hold', held: false }),
        onDone: { target: 'deciding', actions: { type: 'adopt', params: ({ event }) => ({ call: event.output }) } },
        onError: { target: 'deciding', actions: { type: 'complainOf', params: ({ event }) => event } },
      },
    },
  },
});

const RECORDING_STATE: Readonly<Record<RecordingState, string>> = {
  off: '.off',
  announcing: '.announcing',
  asking: '.asking',
  recording: '.recording',
  paused: '.paused',
  kept: '.kept',
  failed: '.failed',
};

const followRecording = Object.entries(RECORDING_STATE).map(([state, target]) => ({
  guard: { type: 'isRecording' as const, params: { state: state as RecordingState } },
  target,
}));

/** The stage follows the server alone; one request is sent at a time. */
export const recordingRegion = callSetup.createStateConfig({
  type: 'parallel',
  states: {
    stage: {
      initial: 'off',
      on: { 'call.adopted': [{ guard: 'isLocked', target: '.locked' }, ...followRecording] },
      states: {
        off: {},
        /** The disclaimer is played to both. */
        announcing: {},
        /** The disclaimer was played; the agent records whether the other party consents. */
        asking: {},
        recording: {},
        /** Being recorded, and a rule forbids stopping or pausing. */
        locked: {},
        paused: {},
        kept: {},
        failed: {},
      },
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'line.record': [
              {
                guard: { type: 'mayNot', params: ({ event }) => event },
                actions: {
                  type: 'complain',
                  params: ({ context }) => ({ kind: 'refused', text: context.call?.recording.locked ?? '' }),
                },
              },
              { guard: 'isKnown', target: 'asking' },
            ],
            'line.answerConsent': { guard: 'isKnown', target: 'asking' },
          },
        },
        asking: {
          tags: ['recordingBusy'],
          invoke: {
            src: 'changeCall',
            input: ({ context, event }) =>
              changeOf(
                context,
                event.type === 'line.answerConsent'
                  ? { kind: 'consent', agreed: event.agreed }
                  : { kind: 'record', action: event.type === 'line.record' ? event.action : 'start' },
              ),
            onDone: { target: 'idle', actions: { type: 'adopt', params: ({ event }) => ({ call: event.output }) } },
            onError: { target: 'idle', actions: { type: 'complainOf', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});

export const recordingViewOf = (recording: CallRecording | undefined, busy: boolean): RecordingView => ({
  state: recording?.state ?? 'off',
  busy,
  locked: recording?.locked ?? null,
});

/** Sound quality as measured by the line. */
export const qualityRegion = callSetup.createStateConfig({
  initial: 'good',
  on: { 'voice.reconnecting': '.reconnecting' },
  states: {
    good: {
      on: {
        'voice.qualityChanged': {
          guard: { type: 'isPoor', params: ({ event }) => event },
          target: 'poor',
          actions: seen('quality_poor'),
        },
      },
    },
    poor: {
      tags: ['poor'],
      on: {
        'voice.qualityChanged': {
          guard: { type: 'isGood', params: ({ event }) => event },
          target: 'good',
          actions: seen('quality_good'),
        },
      },
    },
    reconnecting: {
      tags: ['reconnecting'],
      // The reason, should the call end before it is back.
      entry: [seen('reconnecting'), { type: 'endAs', params: ENDS.connectionLost }],
      on: {
        'voice.reconnecting': {},
        'voice.reconnected': {
          target: 'good',
          actions: [seen('reconnected'), { type: 'endAs', params: { kind: 'completed' } }],
        },
      },
    },
  },
});

/**
 * Passing the other side on: the line ends this side once someone answers, and gives the other one back if no one does.
 */
export const transferRegion = callSetup.createStateConfig({
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isPassing', target: 'passing' }, { target: 'idle' }] },
    idle: {
      on: {
        'line.transfer': { guard: 'isKnown', target: 'transferring' },
        'call.adopted': { guard: 'isPassing', target: 'passing' },
      },
    },
    /** The next one is rung. */
    passing: { tags: ['passing'], on: { 'call.adopted': 'deciding' } },
    transferring: {
      invoke: {
        src: 'changeCall',
        input: ({ context, event }) =>
          changeOf(context, { kind: 'transfer', number: event.type === 'line.transfer' ? event.number : '' }),
        onDone: { target: 'deciding', actions: { type: 'adopt', params: ({ event }) => ({ call: event.output }) } },
        onError: { target: 'deciding', actions: { type: 'complainOf', params: ({ event }) => event } },
      },
    },
  },
});

/** The extension of the number is dialed once the other side has answered, and again when the agent asks for it. */
export const extensionRegion = callSetup.createStateConfig({
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        // A page that was loaded again: the one before has dialed it.
        { guard: 'isWaiting', target: 'before' },
        { guard: 'hasExtension', target: 'pausing' },
        { target: 'none' },
      ],
    },
    none: {},
    before: { tags: ['extended'], on: { 'line.sendExtension': { guard: 'hasExtension', target: 'dialled' } } },
    pausing: { after: { extensionPause: 'dialled' }, on: { 'line.sendExtension': 'dialled' } },
    dialled: {
      tags: ['extended'],
      entry: ['askExtension', seen('digits')],
      on: { 'line.sendExtension': { target: 'dialled', reenter: true } },
    },
  },
});

/** Digits are sent immediately and shown in the call; characters that are not phone keys are ignored. */
export const sendsDigits = {
  guard: {
    type: 'isTone' as const,
    params: ({ event }: { event: { digits: string } }) => ({ digits: tonesOf(event.digits) }),
  },
  actions: [
    {
      type: 'ask' as const,
      params: ({ context, event }: { context: { key: string }; event: { digits: string } }) => ({
        ask: { type: 'voice.sendDigits' as const, key: context.key, digits: tonesOf(event.digits) },
      }),
    },
    {
      type: 'addDigits' as const,
      params: ({ event }: { event: { digits: string } }) => ({ digits: tonesOf(event.digits) }),
    },
    seen('digits'),
  ],
};
