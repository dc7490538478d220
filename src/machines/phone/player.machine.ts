import { assign, emit, setup } from 'xstate';
import { promisePort } from '../port.ts';

/** Playback rates. Our choice. */
const SPEEDS = [1, 1.25, 1.5, 2] as const;

/** The file of a contact that is the recording. */
export interface RecordingFile {
  readonly contactId: number;
  readonly fileId: number;
}

/** Why a recording doesn't play: its address was refused, with the message; or the browser can't play the file. */
export type PlayerFailure = { readonly kind: 'refused'; readonly message: string } | { readonly kind: 'unplayable' };

interface PlayerContext {
  readonly file: RecordingFile;
  /** Seconds from the start. */
  readonly at: number;
  /** Seconds of the whole; 0: not known yet. */
  readonly seconds: number;
  readonly speed: number;
  /** Expires after a while. `null`: not requested yet. */
  readonly address: string | null;
  /** A new address was requested for one that failed, and nothing has played since. */
  readonly isRenewed: boolean;
  /** `null`: nothing is wrong. */
  readonly failure: PlayerFailure | null;
}

/**
 * The player of one call recording, run by the view that shows it; the page's audio element does what it emits, and
 * reports what it hears.
 *
 *   empty ─toggle→ loading ─→ paused ⇄ playing
 *                    │  ↑  ↖── the address expired: once ──┘
 *                    ↓  └ toggle
 *                   failed ←── it fails again
 *
 * The address is requested on the first play; a new one plays from where the last one stopped. Playing is what the
 * element reports, never assumed. Only one recording on a page is audible.
 */
export const playerMachine = setup({
  types: {
    input: {} as { readonly file: RecordingFile },
    context: {} as PlayerContext,
    events: {} as PlayerCommand | SoundFact,
    emitted: {} as SoundAsk,
    tags: {} as 'loading' | 'playing',
  },
  actors: { askAddress: promisePort<string, RecordingFile>('askAddress') },
  actions: {
    keepAddress: assign({ address: (_, params: { address: string }) => params.address }),
    keepSeconds: assign({ seconds: (_, params: { seconds: number }) => params.seconds }),
    keepPlace: assign({ at: (_, params: { at: number }) => params.at }),
    goTo: assign({ at: ({ context }, { at }: { at: number }) => Math.min(Math.max(0, at), context.seconds) }),
    speedUp: assign({
      speed: ({ context }) => SPEEDS[(SPEEDS.findIndex((one) => one === context.speed) + 1) % SPEEDS.length] ?? 1,
    }),
    renew: assign({ isRenewed: true }),
    isHeard: assign({ isRenewed: false }),
    fail: assign({ failure: (_, params: PlayerFailure) => params }),
    forgetFailure: assign({ failure: null }),
    play: emit(({ context: { address, at, speed } }) => ({ type: 'sound.play', address: address ?? '', at, speed })),
    pause: emit({ type: 'sound.pause' }),
    tellPlace: emit(({ context: { at } }) => ({ type: 'sound.goTo', at })),
    tellSpeed: emit(({ context: { speed } }) => ({ type: 'sound.pace', speed })),
  },
  guards: {
    isRenewed: ({ context }) => context.isRenewed,
    /** The file itself knows better than its waveform. */
    isUnmeasured: ({ context }) => context.seconds === 0,
  },
}).createMachine({
  id: 'player',
  context: ({ input }) => ({
    ...input,
    at: 0,
    seconds: 0,
    speed: SPEEDS[0],
    address: null,
    isRenewed: false,
    failure: null,
  }),
  initial: 'empty',
  on: {
    'player.lasts': { guard: 'isUnmeasured', actions: { type: 'keepSeconds', params: ({ event }) => event } },
    'player.goTo': { actions: [{ type: 'goTo', params: ({ event }) => event }, 'tellPlace'] },
    'player.faster': { actions: ['speedUp', 'tellSpeed'] },
    'sound.measured': { actions: { type: 'keepSeconds', params: ({ event }) => event } },
    'sound.moved': { actions: { type: 'keepPlace', params: ({ event }) => event } },
    'sound.ended': { actions: { type: 'keepPlace', params: { at: 0 } } },
    'sound.elsewhere': { actions: 'pause' },
    'sound.played': { target: '.playing', actions: 'isHeard' },
    'sound.failed': [
      { guard: 'isRenewed', target: '.failed', actions: { type: 'fail', params: { kind: 'unplayable' } } },
      { target: '.loading', actions: 'renew' },
    ],
  },
  states: {
    /** Nothing was played yet. */
    empty: { on: { 'player.toggle': 'loading' } },
    loading: {
      tags: ['loading'],
      entry: 'forgetFailure',
      invoke: {
        src: 'askAddress',
        input: ({ context }) => context.file,
        onDone: {
          target: 'paused',
          actions: [{ type: 'keepAddress', params: ({ event }) => ({ address: event.output }) }, 'play'],
        },
        onError: {
          target: 'failed',
          actions: {
            type: 'fail',
            params: ({ event: { error } }) => ({
              kind: 'refused',
              message: error instanceof Error ? error.message : '',
            }),
          },
        },
      },
      // Of the address that is replaced.
      on: { 'sound.failed': {} },
    },
    paused: { on: { 'player.toggle': { actions: 'play' } } },
    playing: {
      tags: ['playing'],
      on: {
        'player.toggle': { actions: 'pause' },
        'sound.played': {},
        'sound.paused': 'paused',
      },
    },
    failed: { on: { 'player.toggle': 'loading' } },
  },
});

export type PlayerCommand =
  /** Plays or pauses; after a failure, tries again. */
  | { type: 'player.toggle' }
  /** The next rate; after the fastest, the first. */
  | { type: 'player.faster' }
  | { type: 'player.goTo'; at: number }
  /** Its waveform says how long it is. */
  | { type: 'player.lasts'; seconds: number };

/** Reports of the audio element. */
export type SoundFact =
  | { type: 'sound.played' }
  | { type: 'sound.paused' }
  | { type: 'sound.ended' }
  | { type: 'sound.moved'; at: number }
  | { type: 'sound.measured'; seconds: number }
  | { type: 'sound.failed' }
  /** Another sound of the page plays. */
  | { type: 'sound.elsewhere' };

/** Requests to the audio element. */
export type SoundAsk =
  | { type: 'sound.play'; address: string; at: number; speed: number }
  | { type: 'sound.pause' }
  | { type: 'sound.goTo'; at: number }
  | { type: 'sound.pace'; speed: number };
