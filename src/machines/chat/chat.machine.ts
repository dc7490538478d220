import { type ActorRefFrom, raise, type SnapshotFrom } from 'xstate';
import { CHAT_TEXTS } from '#contract/chat.contract.ts';
import { nthOne } from '#rules/chat/nth-one.ts';
import { freshChat, ongoingIn } from './chat-context.ts';
import { leavingRegion } from './chat-leaving.ts';
import { chatSetup } from './chat-setup.ts';
import { failing, sessionIdOf, talkRegion } from './chat-talk.ts';

/**
 * MAX of one tab, for as long as one person works; it outlives every page. `chatViewOf` is all that views know.
 *
 *   panel: folded ⇄ open
 *   place: picking ─start→ starting ─→ chatting ─end→ ending ─→ picking
 *             └─continue→ chatting ─back→ picking
 *   talk: none ─begun→ idle ─say→ waiting ─answered→ idle
 *                                   └→ failed ─again→ waiting; over: no more can be said
 *   leaving: staying ⇄ going, to the page that an answer or a click names
 *
 * Each message is sent once, however often it is tried: a missing reply is looked up, then requested again with the
 * same key. Replies arrive by HTTP or by the cable, whichever is first.
 */
export const chatMachine = chatSetup.createMachine({
  id: 'chat',
  type: 'parallel',
  context: ({ input }) => freshChat(input),
  invoke: { src: 'broadcasts', onError: {} },
  on: { 'alert.dismiss': { actions: 'hushAlert' } },
  states: {
    panel: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'wasOpen', target: 'open' }, { target: 'folded' }] },
        folded: { on: { 'panel.toggle': 'open' } },
        open: { on: { 'panel.toggle': 'folded', 'panel.close': 'folded' } },
      },
    },
    place: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'wasChatting', target: 'chatting' }, { target: 'picking' }] },
        picking: {
          on: {
            'chat.start': {
              guard: { type: 'isOffered', params: ({ event }) => event },
              target: 'starting',
              actions: { type: 'want', params: ({ event }) => event },
            },
            'chat.continue': [
              { guard: 'canGoOn', target: 'chatting', actions: 'hushAlert' },
              { actions: { type: 'alert', params: { text: CHAT_TEXTS.noSession } } },
            ],
          },
        },
        starting: {
          invoke: {
            src: 'startSession',
            // It starts with a wish only.
            input: ({ context }) => ({ intent: context.wanted! }),
            onDone: {
              target: 'chatting',
              actions: [
                { type: 'endQuietly', params: ({ context }) => ({ sessionId: ongoingIn(context) }) },
                { type: 'begin', params: ({ event }) => event },
                raise({ type: 'talk.begun' }),
              ],
            },
            onError: {
              target: 'picking',
              actions: {
                type: 'alertFailure',
                params: ({ event }) => ({ error: event.error, otherwise: CHAT_TEXTS.startFailed }),
              },
            },
          },
          on: { 'chat.back': 'picking' },
        },
        chatting: {
          on: {
            'chat.send': {
              guard: { type: 'isWords', params: ({ event }) => event },
              actions: raise(({ event }) => ({ type: 'talk.say', text: event.text.trim() })),
            },
            'chat.select': { actions: raise(({ event }) => ({ type: 'talk.say', text: nthOne(event.index) })) },
            'scope.change': { actions: { type: 'changeScope', params: ({ event }) => event } },
            'chat.retry': { actions: raise({ type: 'talk.again' }) },
            'chat.start': {
              guard: { type: 'isOffered', params: ({ event }) => event },
              target: 'starting',
              actions: { type: 'want', params: ({ event }) => event },
            },
            'chat.back': 'picking',
            'chat.end': 'ending',
            'talk.lost': 'picking',
          },
        },
        ending: {
          invoke: {
            src: 'endSession',
            input: sessionIdOf,
            onDone: { target: 'picking', actions: 'forgetTalk' },
            onError: [
              { guard: { type: 'isOver', params: failing }, target: 'picking', actions: 'forgetTalk' },
              { target: 'picking', actions: ['forgetTalk', { type: 'alert', params: { text: CHAT_TEXTS.notEnded } }] },
            ],
          },
          // The conversation ends in any case; nothing waits for it.
          on: { 'chat.back': { target: 'picking', actions: 'forgetTalk' } },
          after: {
            endPatience: {
              target: 'picking',
              actions: ['forgetTalk', { type: 'alert', params: { text: CHAT_TEXTS.notEnded } }],
            },
          },
        },
      },
    },
    talk: talkRegion,
    leaving: leavingRegion,
  },
});

export type ChatActor = ActorRefFrom<typeof chatMachine>;
export type ChatSnapshot = SnapshotFrom<typeof chatMachine>;
