import { raise } from 'xstate';
import { CHAT_TEXTS, type ChatMessage } from '#contract/chat.contract.ts';
import { answeredIn, awaitedWords, type ChatContext, type Resumed, type Stand } from './chat-context.ts';
import { chatSetup } from './chat-setup.ts';

type Looking = { event: { output: Resumed } };
type Replied = {
  event: { type: 'chat.replied'; session_id: number; assistant_message: ChatMessage; answers: string };
};

export const failing = ({ event }: { event: { error: unknown } }) => ({ error: event.error });
export const sessionIdOf = ({ context }: { context: ChatContext }) => ({ sessionId: context.session?.id ?? 0 });

const output = ({ event }: Looking) => ({ output: event.output });
const at =
  (stand: Stand) =>
  ({ event }: Looking) => ({ output: event.output, at: stand });
const keepsFailure = { type: 'keepFailure', params: failing } as const;

const takesAnswer = {
  type: 'takeAnswers' as const,
  params: ({ event }: Replied) => ({ answered: [{ reply: event.assistant_message, answers: event.answers }] }),
};
/** An answer that came by the cable, also to what was said before or in another tab. */
const heard = { guard: { type: 'isNews' as const, params: ({ event }: Replied) => event }, actions: takesAnswer };
/** The same while one is waited for. */
const replied = [
  {
    guard: { type: 'isAwaited' as const, params: ({ event }: Replied) => event },
    target: '#chat.talk.idle',
    actions: takesAnswer,
  },
  heard,
];
/** Everything the server has answered since. */
const takesAll = {
  type: 'takeAnswers' as const,
  params: ({ event }: Looking) => ({ answered: answeredIn(event.output.messages) }),
};

/**
 * The conversation: each message is sent once, however often it is tried. A missing reply is looked up, then requested
 * again with the same key.
 */
export const talkRegion = chatSetup.createStateConfig({
  initial: 'deciding',
  on: {
    'talk.begun': '.idle',
    'talk.forgotten': { target: '.none', actions: 'forget' },
    'chat.ended': { guard: { type: 'isOurs', params: ({ event }) => event }, target: '.over' },
  },
  states: {
    deciding: { always: [{ guard: 'hasSession', target: 'reading' }, { target: 'none' }] },
    none: {},
    /** Kept over a reload, and the server did not show it. */
    unread: { on: { 'chat.continue': 'reading' } },
    reading: {
      invoke: {
        src: 'resumeSession',
        input: sessionIdOf,
        onDone: [
          {
            guard: { type: 'hasEnded', params: output },
            target: 'over',
            actions: { type: 'adopt', params: output },
          },
          {
            guard: { type: 'stands', params: at('answering') },
            target: 'waiting.pausing',
            actions: { type: 'adopt', params: output },
          },
          {
            guard: { type: 'stands', params: at('unanswered') },
            target: 'failed',
            actions: { type: 'adopt', params: output },
          },
          {
            guard: { type: 'stands', params: at('heldUp') },
            target: 'waiting.pausing',
            actions: [{ type: 'adopt', params: output }, 'holdUp'],
          },
          { target: 'idle', actions: { type: 'adopt', params: output } },
        ],
        onError: [
          {
            guard: { type: 'isOver', params: failing },
            actions: [
              { type: 'alertFailure', params: ({ event }) => ({ ...event, otherwise: CHAT_TEXTS.noSession }) },
              raise({ type: 'talk.lost' }),
              'forgetTalk',
            ],
          },
          {
            target: 'unread',
            actions: [
              { type: 'alertFailure', params: ({ event }) => ({ ...event, otherwise: CHAT_TEXTS.sendFailed }) },
              raise({ type: 'talk.lost' }),
            ],
          },
        ],
      },
    },
    idle: {
      on: {
        'talk.say': { target: 'waiting', actions: { type: 'say', params: ({ event }) => event } },
        'chat.replied': heard,
      },
    },
    waiting: {
      initial: 'asking',
      on: {
        'chat.writing': {
          guard: { type: 'isOurs', params: ({ event }) => event },
          actions: { type: 'noteWriting', params: ({ event }) => event },
        },
        'chat.replied': replied,
      },
      states: {
        asking: {
          invoke: {
            src: 'sendMessage',
            input: ({ context: { session, pending } }) => ({
              // Nothing is said outside a conversation.
              sessionId: session!.id,
              intent: session!.intent_type,
              text: pending!.text,
              key: pending!.key,
              scope: pending!.scope,
            }),
            onDone: {
              target: '#chat.talk.idle',
              actions: {
                type: 'takeAnswers',
                params: ({ context, event }) => ({
                  answered: [{ reply: event.output, answers: awaitedWords(context) }],
                }),
              },
            },
            onError: [
              {
                guard: { type: 'isOver', params: failing },
                target: '#chat.talk.over',
                actions: keepsFailure,
              },
              {
                guard: { type: 'isHeld', params: failing },
                target: 'looking',
                actions: [keepsFailure, 'holdUp'],
              },
              {
                guard: { type: 'isOpen', params: failing },
                target: 'looking',
                actions: keepsFailure,
              },
              { target: '#chat.talk.failed', actions: keepsFailure },
            ],
          },
        },
        /** Whether the reply exists or is being written. */
        looking: {
          invoke: {
            src: 'resumeSession',
            input: sessionIdOf,
            onDone: [
              {
                guard: { type: 'stands', params: at('answered') },
                target: '#chat.talk.idle',
                actions: takesAll,
              },
              { guard: { type: 'hasEnded', params: output }, target: '#chat.talk.over' },
              {
                guard: { type: 'stands', params: at('answering') },
                target: 'pausing',
                actions: ['forgetMissed', takesAll],
              },
              {
                guard: { type: 'stands', params: at('heldUp') },
                target: 'pausing',
                actions: ['forgetMissed', 'holdUp', takesAll],
              },
              {
                guard: { type: 'maySayAgain', params: output },
                target: 'asking',
                actions: ['countMissed', 'letGo', takesAll],
              },
              { target: '#chat.talk.failed', actions: takesAll },
            ],
            onError: [
              { guard: { type: 'isOver', params: failing }, target: '#chat.talk.over' },
              { guard: { type: 'mayLookAgain', params: failing }, target: 'pausing', actions: 'countMissed' },
              { target: '#chat.talk.failed' },
            ],
          },
        },
        pausing: {
          after: { look: 'looking' },
          on: { 'stream.positioned': 'looking', 'stream.lost': 'looking' },
        },
      },
    },
    /** The message is kept, to be sent again. */
    failed: {
      entry: 'failByDefault',
      on: {
        'talk.again': { target: 'waiting', actions: 'forgetFailure' },
        'talk.say': { target: 'waiting', actions: { type: 'say', params: ({ event }) => event } },
        'chat.replied': replied,
        // The connection is back: the reply may be too.
        'stream.positioned': 'waiting.looking',
        'stream.lost': 'waiting.looking',
      },
    },
    over: { entry: 'noteOver' },
  },
});
