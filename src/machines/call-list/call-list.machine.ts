import { assign, emit, setup } from 'xstate';
import type { CurrentUser } from '#contract/session.contract.ts';
import { callbackPort, promisePort } from '../port.ts';
import {
  at,
  type CallList,
  type CallListCommand,
  type CallListFact,
  type CallListStage,
  type Chosen,
  type Found,
  called,
  moved,
  NO_LIST,
  passed,
} from './call-list.ts';

/** Milliseconds between opening a contact and calling it, in which the agent can stop it. Ours. */
const PAUSE_MS = 5_000;

type Context = CallList & {
  readonly userId: number;
  /** Being read. `null`: nothing is. */
  readonly chosen: Chosen | null;
};

/** Contact of a call. */
interface Party {
  readonly contactId: number | null;
}

const listOf = ({ entries, at: place, isAutomatic, outcomes }: CallList): CallList => ({
  entries,
  at: place,
  isAutomatic,
  outcomes,
});
/** After a reload, the list waits first. */
const KEEP = {
  type: 'keep' as const,
  params: ({ context }: { context: Context }) => ({
    userId: context.userId,
    list: { ...listOf(context), isAutomatic: false },
  }),
};
const KEEP_NONE = {
  type: 'keep' as const,
  params: ({ context }: { context: Context }) => ({ userId: context.userId, list: NO_LIST }),
};
const DIAL = {
  type: 'dial' as const,
  params: ({ context }: { context: Context }) => ({
    number: at(context)?.phone ?? '',
    contactId: at(context)?.id ?? 0,
  }),
};
const partyOf = ({ event }: { event: CallListFact & Party }): Party => ({ contactId: event.contactId });

const foundOf = ({ event }: { event: { output: Found } }) => ({ found: event.output });
const messageOf = (error: unknown): string => (error as { message?: string }).message ?? '';

/** Steps to the next contact, and past the last one to the end of the list. */
const next = [
  { guard: 'isLast' as const, target: '#call-list.over' as const, actions: 'pass' as const },
  { target: '#call-list.on.opening' as const, actions: ['pass' as const, 'forward' as const] },
];
const steps = {
  'list.next': next,
  'list.previous': { guard: 'isLater' as const, target: '#call-list.on.opening' as const, actions: 'back' as const },
};
/** A call of this contact began, from the list or from elsewhere. */
const begun = {
  guard: { type: 'isCurrent' as const, params: partyOf },
  target: '#call-list.on.talking' as const,
  actions: 'call' as const,
};

/**
 * Works through contacts one by one: opens each, calls it when asked or by itself after a pause, and waits for the
 * outcome. A call isn't left: the next contact comes after it has ended.
 *
 *   off → on: opening → waiting or pausing → dialing → talking → wrapping → the next … → over
 *
 * The list survives a reload of the tab, and then waits to be told to go on.
 */
export const callListMachine = setup({
  types: {
    input: {} as { readonly user: Pick<CurrentUser, 'id'> },
    context: {} as Context,
    events: {} as CallListCommand | CallListFact,
    emitted: {} as
      | { type: 'list.opened'; number: number }
      /** Also tells which contacts were left out; without entries, there is no list. */
      | { type: 'list.read'; found: Found }
      | { type: 'list.failed'; message: string },
    /** `listed`: there is a list to show; the others say where it is. */
    tags: {} as 'listed' | CallListStage,
  },
  actors: {
    readList: promisePort<Found, Chosen>('readList'),
    /** Tells which list was kept, and what the phone does. */
    surroundings: callbackPort<{ userId: number }>('surroundings'),
  },
  actions: {
    choose: assign({ chosen: (_, params: { chosen: Chosen }) => params.chosen }),
    start: assign((_, { found }: { found: Found }) => ({ ...NO_LIST, chosen: null, entries: found.entries })),
    recall: assign((_, { list }: { list: CallList }) => list),
    forget: assign({ ...NO_LIST, chosen: null }),
    automate: assign({ isAutomatic: (_, params: { isOn: boolean }) => params.isOn }),
    pass: assign(({ context }) => passed(context)),
    call: assign(({ context }) => called(context)),
    forward: assign(({ context }) => moved(context, 1)),
    back: assign(({ context }) => moved(context, -1)),
    tellRead: emit((_, { found }: { found: Found }) => ({ type: 'list.read', found })),
    tellFailed: emit((_, { error }: { error: unknown }) => ({ type: 'list.failed', message: messageOf(error) })),
    tellOpened: emit(({ context }) => ({ type: 'list.opened', number: at(context)?.number ?? 0 })),
    /** Keeps the list over a reload. */
    keep: (_scope, _params: { userId: number; list: CallList }) => undefined,
    /** Has the phone call a contact. */
    dial: (_scope, _params: { number: string; contactId: number }) => undefined,
  },
  guards: {
    isLast: ({ context }) => context.at >= context.entries.length - 1,
    isLater: ({ context }) => context.at > 0,
    isAutomatic: ({ context }) => context.isAutomatic,
    isCurrent: ({ context }, { contactId }: Party) => contactId !== null && contactId === at(context)?.id,
    isDue: ({ context }, { contactId }: Party) => context.isAutomatic && contactId === at(context)?.id,
    hasEntries: (_, { found }: { found: Found }) => found.entries.length > 0,
    switchesOn: (_, params: { isOn: boolean }) => params.isOn,
  },
  delays: { PAUSE_MS },
}).createMachine({
  id: 'call-list',
  context: ({ input }) => ({ ...NO_LIST, userId: input.user.id, chosen: null }),
  invoke: { src: 'surroundings', input: ({ context }) => ({ userId: context.userId }), onError: {} },
  on: {
    'list.start': { target: '.reading', actions: { type: 'choose', params: ({ event }) => event } },
    'list.end': { target: '.off', actions: ['forget', KEEP_NONE] },
  },
  initial: 'off',
  states: {
    off: {
      on: { 'list.recalled': { target: 'on.waiting', actions: { type: 'recall', params: ({ event }) => event } } },
    },
    reading: {
      invoke: {
        src: 'readList',
        input: ({ context }) => context.chosen!,
        onDone: [
          {
            guard: { type: 'hasEntries', params: foundOf },
            target: 'on.opening',
            actions: [
              { type: 'start', params: foundOf },
              { type: 'tellRead', params: foundOf },
            ],
          },
          { target: 'off', actions: ['forget', { type: 'tellRead', params: foundOf }, KEEP_NONE] },
        ],
        onError: {
          target: 'off',
          actions: ['forget', { type: 'tellFailed', params: ({ event }) => event }, KEEP_NONE],
        },
      },
    },
    on: {
      tags: 'listed',
      initial: 'opening',
      states: {
        opening: {
          entry: ['tellOpened', KEEP],
          always: [{ guard: 'isAutomatic', target: 'pausing' }, { target: 'waiting' }],
        },
        waiting: {
          tags: 'waiting',
          on: {
            ...steps,
            'list.automate': {
              guard: { type: 'switchesOn', params: ({ event }) => event },
              target: 'pausing',
              actions: { type: 'automate', params: ({ event }) => event },
            },
            'list.dial': { target: 'dialing' },
            'call.begun': begun,
          },
        },
        pausing: {
          tags: 'pausing',
          after: { PAUSE_MS: 'dialing' },
          on: {
            ...steps,
            'list.automate': { target: 'waiting', actions: { type: 'automate', params: ({ event }) => event } },
            'list.dial': { target: 'dialing' },
            'call.begun': begun,
          },
        },
        dialing: {
          tags: 'dialing',
          entry: DIAL,
          on: {
            'call.begun': begun,
            'call.ended': { guard: { type: 'isCurrent', params: partyOf }, target: 'wrapping' },
            // The phone could not even try.
            'list.next': next,
          },
        },
        talking: {
          tags: 'talking',
          entry: KEEP,
          on: { 'call.ended': { guard: { type: 'isCurrent', params: partyOf }, target: 'wrapping' } },
        },
        /** The call is over; its outcome and notes are being written. */
        wrapping: {
          tags: 'wrapping',
          on: {
            ...steps,
            'list.dial': { target: 'dialing' },
            'call.begun': begun,
            'call.resulted': { guard: { type: 'isDue', params: partyOf }, target: 'moving' },
          },
        },
        moving: { always: next },
      },
      on: { 'list.automate': { actions: { type: 'automate', params: ({ event }) => event } } },
    },
    /** Past the last contact: says what came of it until it is closed. */
    over: { tags: ['listed', 'over'], entry: KEEP_NONE },
  },
});
