import { and, assign, enqueueActions, raise, sendTo, setup, stateIn } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { CHAT_TEXTS, type ChatBroadcast, type ChatIntent, type ChatMessage } from '#contract/chat.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { backOff } from '#rules/time/back-off.ts';
import { promisePort, streamPort } from '../port.ts';
import {
  addAnswers,
  adopt,
  type Answered,
  beginTalk,
  type Begun,
  type ChatContext,
  type ChatInput,
  failureOf,
  isAwaited,
  isNews,
  NO_TALK,
  ongoingIn,
  refusePage,
  type Resumed,
  say,
  type Stand,
  standOf,
} from './chat-context.ts';
import type { ChatCommand, ShownMessage } from './chat-view.ts';
import { type Departed, type Departure, departureMachine } from './departure.machine.ts';
import { departureBy, departureOf, type OpeningCommand } from './departures.ts';

/** Milliseconds before the answer is looked for again; twice as long each time that the server is away. Ours. */
export const LOOK_MS = 1_000;
/** Looks in a row that may not reach the server. Ours: some 15 seconds of pauses, and what the calls take. */
const LOOKS_MAX = 4;
/** Milliseconds that ending may take. Ours. */
export const END_PATIENCE_MS = 5_000;

export interface Sending {
  readonly sessionId: number;
  readonly intent: ChatIntent;
  readonly text: string;
  readonly key: string;
  readonly scope: ContactsScopeInput | undefined;
}

/** Events between the regions of the machine. */
type ChatSignal =
  | { type: 'talk.say'; text: string }
  | { type: 'talk.again' }
  | { type: 'talk.begun' }
  | { type: 'talk.forgotten' }
  /** State kept over a reload cannot be shown. */
  | { type: 'talk.lost' }
  | { type: 'reply.taken'; reply: ShownMessage };

const replyTo = (messages: readonly ShownMessage[] = [], key: string | undefined): ShownMessage | undefined =>
  messages[messages.findIndex((one) => one.key === key) + 1];

type Failed = { readonly error: unknown };

/** The machine's vocabulary; every port rejects with a `ChatFailure`. */
export const chatSetup = setup({
  types: {
    children: {} as { departure: 'departure' },
    input: {} as ChatInput,
    context: {} as ChatContext,
    events: {} as ChatCommand | ChatBroadcast | StreamBroadcast | ChatSignal,
  },
  actors: {
    startSession: promisePort<Begun, { intent: ChatIntent }>('startSession'),
    sendMessage: promisePort<ChatMessage, Sending>('sendMessage'),
    resumeSession: promisePort<Resumed, { sessionId: number }>('resumeSession'),
    endSession: promisePort<void, { sessionId: number }>('endSession'),
    broadcasts: streamPort<ChatBroadcast | StreamBroadcast>('broadcasts'),
    departure: departureMachine,
  },
  actions: {
    /** Ends the conversation that another one replaces, without waiting. */
    endQuietly: (_scope, _params: { sessionId: number | null }) => undefined,
    want: assign({ wanted: (_, params: { intent: ChatIntent }) => params.intent, alert: null }),
    begin: assign((_, params: { output: Begun }) => beginTalk(params.output)),
    adopt: assign(({ context }, params: { output: Resumed }) => adopt(context, params.output)),
    forget: assign(NO_TALK),
    say: assign(({ context }, params: { text: string }) => say(context, params.text)),
    /** A reply to a message from elsewhere never redirects this tab. */
    takeAnswers: enqueueActions(({ context, enqueue }, params: { answered: readonly Answered[] }) => {
      const taken = addAnswers(context, params.answered);
      enqueue.assign(taken);
      const own = context.pending?.key;
      const reply = taken.pending === null ? replyTo(taken.messages, own) : undefined;
      if (reply !== undefined) enqueue.raise({ type: 'reply.taken', reply });
    }),
    changeScope: assign({
      scopes: ({ context }, params: { message: string; scope: ContactsScopeInput }) => ({
        ...context.scopes,
        [params.message]: params.scope,
      }),
    }),
    holdUp: assign({ isHeldUp: true }),
    letGo: assign({ isHeldUp: false }),
    noteWriting: assign({ writing: (_, { doing, content }: ChatContext['writing']) => ({ doing, content }) }),
    keepFailure: assign({ failure: (_, params: Failed) => failureOf(params.error).text ?? CHAT_TEXTS.sendFailed }),
    failByDefault: assign({ failure: ({ context }) => context.failure ?? CHAT_TEXTS.sendFailed, missed: 0 }),
    forgetFailure: assign({ failure: null }),
    forgetMissed: assign({ missed: 0 }),
    noteOver: assign({
      session: ({ context: { session } }) => session && { ...session, status: 'inactive' },
      writing: NO_TALK.writing,
    }),
    countMissed: assign({ missed: ({ context }) => context.missed + 1 }),
    alert: assign({ alert: (_, params: { text: string }) => params.text }),
    alertFailure: assign({
      alert: (_, params: Failed & { otherwise: string }) => failureOf(params.error).text ?? params.otherwise,
    }),
    hushAlert: assign({ alert: null }),
    planReply: assign({ departure: (_, params: { reply: ShownMessage }) => departureOf(params.reply) }),
    planCommand: assign({
      departure: ({ context }, params: { command: OpeningCommand }) => departureBy(params.command, context.messages),
    }),
    showLeaving: assign({
      leaving: (_, { to, secondsLeft }: { to: Departure; secondsLeft: number }) =>
        to.kind === 'page' || to.message === null
          ? null
          : { kind: to.kind, message: to.message, href: to.href, secondsLeft },
    }),
    stay: assign({ departure: null, leaving: null }),
    refusePage: assign(({ context }, { message }: Departed) =>
      message === null ? { alert: CHAT_TEXTS.pageRefused } : { messages: refusePage(context.messages, message) },
    ),
    cancelDeparture: sendTo('departure', { type: 'leaving.cancel' }),
    forgetTalk: raise({ type: 'talk.forgotten' }),
  },
  guards: {
    wasOpen: ({ context }) => context.kept?.open === true,
    wasChatting: ({ context }) => context.kept?.place === 'chatting',
    hasSession: ({ context }) => context.session !== null,
    canGoOn: ({ context }) => ongoingIn(context) !== null,
    isOffered: ({ context }, params: { intent: ChatIntent }) =>
      context.intents.some(({ intent, state }) => intent === params.intent && state === 'open'),
    isWords: (_, params: { text: string }) => params.text.trim() !== '',
    isOurs: ({ context }, params: { session_id: number }) => params.session_id === context.session?.id,
    isNews: ({ context }, params: { session_id: number; assistant_message: ChatMessage }) =>
      params.session_id === context.session?.id && isNews(context, params.assistant_message),
    isAwaited: ({ context }, params: { session_id: number; assistant_message: ChatMessage; answers: string }) =>
      params.session_id === context.session?.id &&
      isAwaited(context, { answers: params.answers, reply: params.assistant_message }),
    isOver: (_, params: Failed) => failureOf(params.error).kind === 'over',
    isHeld: (_, params: Failed) => failureOf(params.error).kind === 'held',
    maySayAgain: ({ context }, params: { output: Resumed }) =>
      context.isHeldUp && context.missed < LOOKS_MAX && standOf(context, params.output) === 'unanswered',
    isOpen: (_, params: Failed) => failureOf(params.error).kind === 'open',
    mayLookAgain: ({ context }, params: Failed) =>
      failureOf(params.error).kind === 'open' && context.missed < LOOKS_MAX,
    hasEnded: (_, params: { output: Resumed }) => params.output.session.status === 'inactive',
    stands: ({ context }, params: { output: Resumed; at: Stand }) => standOf(context, params.output) === params.at,
    leadsAway: (_, params: { reply: ShownMessage }) => departureOf(params.reply) !== null,
    isWatched: and([stateIn({ panel: 'open' }), stateIn({ place: 'chatting' })]),
    isRefused: (_, params: { output: Departed }) => params.output.outcome === 'refused',
  },
  delays: {
    look: ({ context }) => backOff({ first: LOOK_MS, longest: Infinity }, context.missed),
    endPatience: END_PATIENCE_MS,
  },
});
