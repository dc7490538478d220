import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Call, RecordingState } from '#contract/phone/call.contract.ts';
import { OUT_OF_MINUTES } from '#rules/phone/dialer.ts';
import {
  ANSWER_PATIENCE_MS,
  type CallContext,
  type CallInput,
  CONTACTS_PATIENCE_MS,
  DIAL_PATIENCE_MS,
  EXTENSION_MS,
  HANGUP_PATIENCE_MS,
  HANGUP_WORD_MS,
  MISSED_MS,
  MUTE_PATIENCE_MS,
} from '../../src/machines/phone/call-setup.ts';
import { callMachine } from '../../src/machines/phone/call.machine.ts';
import { call, ear, matched, minutes, recording, SID } from '../../tests/phone/phone-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Run, runs, walk, type Walked } from '../_walk/walk.ts';

const around = () => ({ line: ear().actor, device: ear().actor, now: () => 0, key: 'c1', saysFirst: false });
const outbound = (some: Partial<CallInput> = {}): CallInput =>
  ({
    ...around(),
    direction: 'outbound',
    number: '+15125550142',
    contactId: null,
    purpose: null,
    isReady: true,
    minutes: minutes(),
    ...some,
  }) as CallInput;
const INBOUND = {
  call_direction: 'inbound',
  call_from: '+15125550142',
  call_to: '+18135550117',
  status: 'ringing',
} as const;
const inbound = (some: Partial<CallInput> = {}): CallInput =>
  ({
    ...around(),
    direction: 'inbound',
    from: '+15125550142',
    to: '+18135550117',
    sid: SID,
    callId: 31,
    told: null,
    ...some,
  }) as CallInput;

const LEFT_MS = 28_000;
const waiting = (some: { isAllowed?: boolean } = {}): CallInput => ({
  ...around(),
  direction: 'waiting',
  side: 'outbound',
  number: '+15125550142',
  sid: SID,
  callId: 31,
  talkedMs: 4_000,
  leftMs: LEFT_MS,
  isAllowed: false,
  ...some,
});

const machine = ({ hold }: HeldPorts) =>
  callMachine.provide({
    actors: { startCall: hold('startCall'), changeCall: hold('changeCall'), findContacts: hold('findContacts') },
  });

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as CallContext;
const stageIs = (snapshot: AnyMachineSnapshot, stage: string) => snapshot.matches({ live: { stage } });
const isLive = (snapshot: AnyMachineSnapshot) => snapshot.matches('live');
const contactsAre = (snapshot: AnyMachineSnapshot, contacts: string) => snapshot.matches({ live: { contacts } });

/** State of each region of a conversation at rest. */
const REST = {
  mute: 'open',
  hold: 'free',
  recording: { stage: 'off', request: 'idle' },
  quality: 'good',
  transfer: 'idle',
  extension: 'none',
} as const;
type Region = keyof typeof REST;

/**
 * Connected, with known contacts, and activity in this region only: the regions are independent of each other and of
 * the direction of the call.
 */
const talks = (snapshot: AnyMachineSnapshot, region: Region | null = null): boolean => {
  const { direction, contacts } = contextOf(snapshot);
  if (!contactsAre(snapshot, 'known') || !stageIs(snapshot, 'active')) return false;
  if (direction === 'inbound' || contacts.length === 0) return false;
  const { live } = snapshot.value as { live: { stage: { active: Record<Region, unknown> } } };
  return (Object.keys(REST) as Region[]).every(
    (one) => one === region || JSON.stringify(live.stage.active[one]) === JSON.stringify(REST[one]),
  );
};

const at = (stage: string, event: { type: string } & Record<string, unknown>): Move => ({
  when: (s) => stageIs(s, stage),
  go: ({ send }) => send({ key: 'c1', ...event }),
});
const whileTalking = (region: Region, event: { type: string } & Record<string, unknown>): Move => ({
  when: (s) => talks(s, region),
  go: ({ send }) => send({ key: 'c1', ...event }),
});

const unknown = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (s) => stageIs(s, 'active') && contextOf(s).callId === null,
  go: ({ send }) => send(event),
});

const newer = (run: Run, differs: Partial<Call>): Call => {
  const known = contextOf(run.actor.getSnapshot());
  return call({ ...known.call, ...differs, version: (known.call?.version ?? 0) + 1 });
};
const tells = (region: Region, differs: Partial<Call>): Move => ({
  when: (s) => talks(s, region) && contextOf(s).callId !== null,
  go: (run) => run.send({ type: 'call.changed', call: newer(run, differs) }),
});
const answers = (region: Region, differs: Partial<Call>): Move => ({
  when: (s) => runs('changeCall')(s) && talks(s, region),
  go: (run) => run.ports.done('changeCall', newer(run, differs)),
});
const recordingIs = (snapshot: AnyMachineSnapshot, stage: string) =>
  talks(snapshot, 'recording') &&
  snapshot.matches({ live: { stage: { active: { recording: { stage, request: 'idle' } } } } });
const records = (state: RecordingState, some: Partial<Call['recording']> = {}): Move => {
  const told = tells('recording', { recording: recording({ state, ...some }) });
  const isAsked = (s: AnyMachineSnapshot) =>
    s.matches({ live: { stage: { active: { recording: { request: 'asking' } } } } });
  return { ...told, when: (s) => told.when?.(s) === true && !isAsked(s) };
};
const whileRecording = (stages: readonly string[], event: { type: string } & Record<string, unknown>): Move => ({
  when: (s) => stages.some((stage) => recordingIs(s, stage)),
  go: ({ send }) => send(event),
});

const passed = (some: Partial<NonNullable<Call['passed_on']>> = {}): Call['passed_on'] => ({
  by: 'agent',
  to: '+18135550108',
  name: 'Marcus Ellery',
  outcome: null,
  returned: false,
  ...some,
});
const ENDED = { status: 'ended' } as const;
const LOCKED = 'Sales calls are recorded to their end.';

/** Everything that a person, the line, the server and time can do to one call. */
const callModel: Model = {
  name: 'call',
  starts: {
    'an outbound call': (ports) => ({ machine: machine(ports), input: outbound() }),
    'a call of a carrier': (ports) => ({ machine: machine(ports), input: outbound({ saysFirst: true }) }),
    'a call without a device': (ports) => ({ machine: machine(ports), input: outbound({ isReady: false }) }),
    'a call to no number': (ports) => ({ machine: machine(ports), input: outbound({ number: '911' }) }),
    'a call without minutes': (ports) => ({
      machine: machine(ports),
      input: outbound({ minutes: minutes({ used: 500 }) }),
    }),
    'a call whose page was loaded again': (ports) => ({ machine: machine(ports), input: waiting() }),
    'a call whose page was loaded again, with a microphone': (ports) => ({
      machine: machine(ports),
      input: waiting({ isAllowed: true }),
    }),
    'an inbound call': (ports) => ({ machine: machine(ports), input: inbound() }),
    'an inbound call that only the line knows': (ports) => ({
      machine: machine(ports),
      input: inbound({ callId: null }),
    }),
    'an inbound call that the server told of': (ports) => ({
      machine: machine(ports),
      input: inbound({ told: { call: call(INBOUND), contacts: [matched()] } }),
    }),
  },
  key: (snapshot) => {
    const { callId, call: known, end, contacts, direction, saysFirst } = contextOf(snapshot);
    const about = [direction, saysFirst, callId, end.kind, direction === 'outbound' && contacts.length];
    const { state, locked } = known?.recording ?? { state: 'off', locked: null };
    const passing = known?.passed_on?.outcome === null;
    return [...about, known?.held ?? false, state, locked, passing, known?.extension].join(' ');
  },
  always: (snapshot) => {
    const { activeSince, call: known, end } = contextOf(snapshot);
    if (snapshot.hasTag('active') && activeSince === null) throw new Error('the counter does not run');
    if (snapshot.status === 'done' && !snapshot.matches(end.kind)) throw new Error('it ends as something else');
    const shown = (region: Region) =>
      (snapshot.value as { live: { stage: { active: Record<Region, unknown> } } }).live.stage.active[region];
    if (!snapshot.hasTag('active')) return;
    if (shown('hold') === 'held' && !known?.held) throw new Error('it says held, and is not');
    const isPassing = known?.passed_on != null && known.passed_on.outcome === null;
    if ((shown('transfer') === 'passing') !== isPassing && shown('transfer') !== 'transferring') {
      throw new Error('it is being transferred, and does not say so');
    }
    if (shown('hold') === 'free' && known?.held) throw new Error('it is held, and does not say so');
    const { stage } = shown('recording') as { stage: string };
    const said =
      known?.recording.locked !== null && known?.recording.state === 'recording' ? 'locked' : known?.recording.state;
    if (stage !== (said ?? 'off')) throw new Error('recording is not as the server says');
  },
  moves: {
    'the server agrees': {
      when: runs('startCall'),
      go: ({ ports }) => ports.done('startCall', call()),
    },
    'the server names an extension': {
      when: runs('startCall'),
      go: ({ ports }) => ports.done('startCall', call({ extension: '45' })),
    },
    'the server refuses': {
      when: runs('startCall'),
      go: ({ ports }) => ports.failed('startCall', { kind: 'rejected', message: 'They asked not to be called.' }),
    },
    'the minutes are out': {
      when: runs('startCall'),
      go: ({ ports }) => ports.failed('startCall', { kind: 'rejected', message: OUT_OF_MINUTES }),
    },
    'the person hangs up': {
      when: (s) => isLive(s) && !s.hasTag('ending') && (!stageIs(s, 'active') || talks(s)),
      go: ({ send }) => send({ type: 'line.hangUp' }),
    },

    'the other side rings': at('dialling', { type: 'voice.ringing', sid: SID }),
    'they answer at once': at('dialling', { type: 'voice.accepted', sid: SID }),
    'they answer': at('ringing', { type: 'voice.accepted', sid: SID }),
    'they decline at once': at('dialling', { type: 'voice.rejected' }),
    'they decline': at('ringing', { type: 'voice.rejected' }),
    'they are busy': at('dialling', { type: 'voice.ended', code: 31486 }),
    'the line gives up': at('ringing', { type: 'voice.ended', code: 31480 }),
    'dialling fails': at('dialling', { type: 'voice.callFailed', step: 'outboundCall', reason: 'microphoneDenied' }),
    'ringing fails': at('ringing', { type: 'voice.callFailed', step: 'outboundCallEvents', reason: 'unknown' }),
    'nobody says that it rings': {
      when: (s) => stageIs(s, 'dialling'),
      go: ({ clock }) => clock.increment(DIAL_PATIENCE_MS),
    },
    'it rings for more than a minute': {
      when: (s) => stageIs(s, 'ringing') || stageIs(s, 'incoming'),
      go: ({ clock }) => clock.increment(MISSED_MS),
    },

    'the person rejoins': at('kept', { type: 'line.rejoin' }),
    'the line takes the page back': at('kept', { type: 'voice.accepted', sid: SID }),
    'the line has not waited': at('kept', { type: 'voice.ended', code: 31_209 }),
    'rejoining fails': at('kept', { type: 'voice.callFailed', step: 'outboundCall', reason: 'microphoneDenied' }),
    'the line waits no longer': {
      when: (s) => stageIs(s, 'kept'),
      go: ({ clock }) => clock.increment(LEFT_MS),
    },

    'the person answers': {
      when: (s) => stageIs(s, 'incoming') && contactsAre(s, 'known'),
      go: ({ send }) => send({ type: 'line.answer', key: 'c1' }),
    },
    'the person holds what only the line knows': unknown({ type: 'line.hold', held: true }),
    'the person records what only the line knows': unknown({ type: 'line.record', action: 'start' }),
    'the person agrees to record what only the line knows': unknown({ type: 'line.answerConsent', agreed: true }),
    'the person passes on what only the line knows': unknown({ type: 'line.transfer', number: '+18135550108' }),
    'the person declines': at('incoming', { type: 'line.reject' }),
    'the caller gives up': at('incoming', { type: 'voice.cancelled' }),
    'the caller is cut off': at('incoming', { type: 'voice.ended', code: null }),
    'ringing breaks': at('incoming', { type: 'voice.callFailed', step: 'inboundCallEvents', reason: 'unknown' }),
    'it is connected': at('answering', { type: 'voice.accepted', sid: SID }),
    'the caller gives up meanwhile': at('answering', { type: 'voice.cancelled' }),
    'the caller is cut off meanwhile': at('answering', { type: 'voice.ended', code: null }),
    'answering fails': at('answering', { type: 'voice.callFailed', step: 'inboundCall', reason: 'microphoneMissing' }),
    'it is not connected in time': {
      when: (s) => stageIs(s, 'answering'),
      go: ({ clock }) => clock.increment(ANSWER_PATIENCE_MS),
    },

    'the person mutes': whileTalking('mute', { type: 'line.mute', muted: true }),
    'the person unmutes': whileTalking('mute', { type: 'line.mute', muted: false }),
    'the line says muted': whileTalking('mute', { type: 'voice.muted', muted: true }),
    'the line says not muted': whileTalking('mute', { type: 'voice.muted', muted: false }),
    'the line says nothing': {
      when: (s) => talks(s, 'mute') && !talks(s),
      go: ({ clock }) => clock.increment(MUTE_PATIENCE_MS),
    },

    'the person holds': whileTalking('hold', { type: 'line.hold', held: true }),
    'the person takes it back': whileTalking('hold', { type: 'line.hold', held: false }),
    'it is held': tells('hold', { held: true }),
    'it is not held': tells('hold', { held: false }),
    'the server holds it': answers('hold', { held: true }),
    'the server takes it back': answers('hold', { held: false }),

    'the disclaimer is played': records('announcing'),
    'the disclaimer was heard': records('asking'),
    'it is recorded': records('recording'),
    'it is recorded for good': records('recording', { locked: LOCKED }),
    'it is paused': records('paused'),
    'it is kept': records('kept'),
    'it could not be recorded': records('failed'),
    'it is not recorded': records('off'),
    'the person records': whileRecording(['off'], { type: 'line.record', action: 'start' }),
    'the person stops recording': whileRecording(['recording', 'locked'], { type: 'line.record', action: 'stop' }),
    'the person says that they agree': whileRecording(['asking'], { type: 'line.answerConsent', agreed: true }),
    'the server records': answers('recording', { recording: recording({ state: 'recording' }) }),

    'the sound is poor': whileTalking('quality', { type: 'voice.qualityChanged', quality: 'poor' }),
    'the sound is good': whileTalking('quality', { type: 'voice.qualityChanged', quality: 'good' }),
    'the connection is lost': whileTalking('quality', { type: 'voice.reconnecting' }),
    'the connection is back': whileTalking('quality', { type: 'voice.reconnected' }),

    'the switchboard has picked up': {
      when: (s) => talks(s, 'extension'),
      go: ({ clock }) => clock.increment(EXTENSION_MS),
    },
    'the person sends the extension': whileTalking('extension', { type: 'line.sendExtension' }),
    'the server tells of the extension': tells('extension', { extension: '45' }),

    'the person passes it on': whileTalking('transfer', { type: 'line.transfer', number: '+18135550108' }),
    'the server passes it on': answers('transfer', { passed_on: passed() }),
    'the server has passed it on': answers('transfer', {}),
    'the next one is rung': tells('transfer', { passed_on: passed() }),
    'the next one declines': tells('transfer', { passed_on: passed({ outcome: 'rejected', returned: true }) }),
    'the person sends digits': {
      when: (s) => talks(s),
      go: ({ send }) => send({ type: 'line.sendDigits', digits: '1#' }),
    },
    'the other side hangs up': {
      when: (s) => talks(s),
      go: ({ send }) => send({ type: 'voice.ended', key: 'c1', code: null }),
    },
    'the sound breaks': {
      when: (s) => talks(s),
      go: ({ send }) => send({ type: 'voice.callFailed', key: 'c1', step: 'call', reason: 'mediaFailed', code: null }),
    },

    'it ends while the connection is lost': whileTalking('quality', { type: 'voice.ended', code: null }),
    'the line has forgotten the call': {
      when: (s) => talks(s),
      go: ({ send }) => send({ type: 'voice.ended', key: 'c1', code: 31_209 }),
    },
    'the line breaks': {
      when: (s) => talks(s),
      go: ({ send }) => send({ type: 'voice.callFailed', key: 'c1', step: 'call', reason: 'lineAway', code: null }),
    },

    'the line has hung up': at('ending', { type: 'voice.ended', code: null }),
    'the line has cancelled': at('ending', { type: 'voice.cancelled' }),
    'the line has rejected': at('ending', { type: 'voice.rejected' }),
    'the line cannot hang up': at('ending', { type: 'voice.callFailed', step: 'hangup', reason: 'unknown' }),
    'the line does not hang up': {
      when: (s) => s.matches({ live: { stage: { ending: 'onLine' } } }),
      go: ({ clock }) => clock.increment(HANGUP_PATIENCE_MS),
    },
    'the server does not hear of it': {
      when: (s) => s.matches({ live: { stage: { ending: 'saying' } } }),
      go: ({ clock }) => clock.increment(HANGUP_WORD_MS),
    },
    'the server hangs up': {
      when: (s) => runs('changeCall')(s) && stageIs(s, 'ending'),
      go: (run) => run.ports.done('changeCall', newer(run, ENDED)),
    },

    'the server does not do it': {
      when: runs('changeCall'),
      go: ({ ports }) => ports.failed('changeCall', { kind: 'conflict', message: 'It cannot be done now.' }),
    },
    'the server says that it is over': {
      when: (s) => isLive(s) && contextOf(s).callId !== null && (!stageIs(s, 'active') || talks(s)),
      go: (run) => run.send({ type: 'call.changed', call: newer(run, { ...ENDED, outcome: 'completed' }) }),
    },
    'an old word comes late': {
      when: (s) => talks(s),
      go: ({ send }) => send({ type: 'call.changed', call: call({ version: 0, held: true }) }),
    },
    'the device is gone': {
      when: (s) => isLive(s) && (!stageIs(s, 'active') || talks(s)),
      go: ({ send }) => send({ type: 'device.gone' }),
    },

    'the server tells of the contacts': {
      when: (s) => stageIs(s, 'incoming') && !contactsAre(s, 'linking') && contextOf(s).contacts.length === 0,
      go: ({ send }) => send({ type: 'call.incoming', call: call(INBOUND), contacts: [matched()] }),
    },
    'nobody tells of the contacts': {
      when: (s) =>
        contactsAre(s, 'unknown') && (stageIs(s, 'dialling') || stageIs(s, 'incoming') || stageIs(s, 'kept')),
      go: ({ clock }) => clock.increment(CONTACTS_PATIENCE_MS),
    },
    'the contacts are found': {
      when: runs('findContacts'),
      go: ({ ports }) => ports.done('findContacts', [matched()]),
    },
    'the contacts cannot be found': { when: runs('findContacts'), go: ({ ports }) => ports.failed('findContacts') },
    'the person chooses a contact': {
      when: (s) => stageIs(s, 'incoming') && contactsAre(s, 'known'),
      go: ({ send }) => send({ type: 'line.chooseContact', key: 'c1', contactId: 8 }),
    },
    'the server links it': {
      when: (s) => runs('changeCall')(s) && contactsAre(s, 'linking'),
      go: (run) => run.ports.done('changeCall', newer(run, {})),
    },
  },
};

describe('a call', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(callModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is dialled only once the server has agreed', () => {
    const begun = walked.edges.filter(({ from, to }) => !from.includes('"dialling"') && to.includes('"dialling"'));
    expect([...new Set(begun.map(({ move }) => move))]).toEqual(['the server agrees', 'the server names an extension']);
  });

  test('talks only once the line has connected it', () => {
    const begun = walked.edges.filter(({ from, to }) => !from.includes('"active"') && to.includes('"active"'));
    expect([...new Set(begun.map(({ move }) => move))].toSorted()).toEqual([
      'it is connected',
      'the line takes the page back',
      'they answer',
      'they answer at once',
    ]);
  });

  test('is not stopped being recorded where a rule forbids it', () => {
    const stops = walked.edges.filter(
      ({ from, move }) => move === 'the person stops recording' && from.includes('"stage":"locked"'),
    );
    expect(stops.length).toBeGreaterThan(0);
    expect(stops.filter(({ from, to }) => from !== to)).toEqual([]);
  });

  test('can be hung up wherever it is', () => {
    const hungUp = walked.edges.filter(({ move }) => move === 'the person hangs up');
    const stuck = hungUp.filter(({ from, to }) => from === to && !from.includes('"incoming"'));
    expect(hungUp.length).toBeGreaterThan(0);
    expect(stuck).toEqual([]);
  });
});
