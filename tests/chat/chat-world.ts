import { Subject } from 'rxjs';
import { createActor, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { ChatBroadcast, ChatIntent, ChatMessage, ChatSession } from '#contract/chat.contract.ts';
import type { Begun, ChatFailure, KeptChat, Resumed } from '../../src/machines/chat/chat-context.ts';
import type { Sending } from '../../src/machines/chat/chat-setup.ts';
import { chatViewOf, keptOf } from '../../src/machines/chat/chat-shown.ts';
import type { ChatCommand, IntentChoice } from '../../src/machines/chat/chat-view.ts';
import { chatMachine } from '../../src/machines/chat/chat.machine.ts';
import { type Departure, departureMachine } from '../../src/machines/chat/departure.machine.ts';

/** Lets every promise that can settle now do so. */
export const settle = () => new Promise<void>((done) => void setImmediate(done));

const SPOKEN = '2026-11-20T15:00:00.000Z';

export const INTENTS: readonly IntentChoice[] = [
  { intent: 'contact_search', label: 'Contact Search', hint: '', state: 'open' },
  { intent: 'learn_system', label: 'System Help', hint: '', state: 'open' },
  { intent: 'customer_support', label: 'Customer Support', hint: 'Coming Soon', state: 'soon' },
];

export const session = (id = 7, intent: ChatIntent = 'contact_search'): ChatSession => ({
  id,
  intent_type: intent,
  status: 'active',
});
export const begun = (of = session()): Begun => ({
  session: of,
  welcome_message: { content: 'Who are you looking for?', timestamp: SPOKEN, suggestions: ['Turning 65'] },
});
export const said = (id: number, content: string): ChatMessage => ({
  id,
  message_type: 'user',
  content,
  timestamp: SPOKEN,
  metadata: {},
  response_type: null,
});
export const reply = (id: number, content: string, some: Partial<ChatMessage> = {}): ChatMessage => ({
  ...said(id, content),
  message_type: 'assistant',
  ...some,
});
export const resumed = (messages: readonly ChatMessage[], some: Partial<Resumed> = {}): Resumed => ({
  ...begun(),
  messages: [...messages],
  answering: false,
  ...some,
});
/** An answer that leads to the list of contacts. */
export const redirect = (id = 2, href = '/contacts') =>
  reply(id, 'I found 12 people.', {
    response_type: 'redirect',
    metadata: { redirect_url: href, action: 'open_contacts' },
  });

export const OVER: ChatFailure = { kind: 'over', text: 'No active session' };
export const AWAY: ChatFailure = { kind: 'open', text: null };

/** A promise that ends when the test says so. */
export function held<Value>() {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  return { promise, resolve, reject };
}

export interface ChatAnswers {
  startSession: (intent: ChatIntent) => Promise<Begun>;
  sendMessage: (sending: Sending) => Promise<ChatMessage>;
  resumeSession: () => Promise<Resumed>;
  endSession: () => Promise<void>;
}

/** MAX in virtual time, what the world around it answers, and what it was asked. */
export function openChat({ kept = null, ...answers }: Partial<ChatAnswers> & { kept?: KeptChat | null } = {}) {
  const clock = new SimulatedClock();
  const told$ = new Subject<ChatBroadcast | StreamBroadcast>();
  const sent: Sending[] = [];
  const looks: number[] = [];
  const ended: number[] = [];
  const opened: Departure[] = [];
  let keys = 0;
  const answer: ChatAnswers = {
    startSession: (intent) => Promise.resolve(begun(session(7, intent))),
    sendMessage: () => Promise.resolve(reply(2, 'Done.')),
    resumeSession: () => Promise.resolve(resumed([])),
    endSession: () => Promise.resolve(),
    ...answers,
  };
  const machine = chatMachine.provide({
    actors: {
      startSession: fromPromise<Begun, { intent: ChatIntent }>(({ input }) => answer.startSession(input.intent)),
      sendMessage: fromPromise<ChatMessage, Sending>(({ input }) => {
        sent.push(input);
        return answer.sendMessage(input);
      }),
      resumeSession: fromPromise<Resumed, { sessionId: number }>(({ input }) => {
        looks.push(input.sessionId);
        return answer.resumeSession();
      }),
      endSession: fromPromise<void, { sessionId: number }>(({ input }) => {
        ended.push(input.sessionId);
        return answer.endSession();
      }),
      broadcasts: fromEventObservable(() => told$),
      departure: departureMachine.provide({ actions: { openPage: (_, departure) => void opened.push(departure) } }),
    },
    actions: {
      endQuietly: (_, { sessionId }) => {
        if (sessionId !== null) ended.push(sessionId);
      },
    },
  });
  const newKey = () => {
    keys += 1;
    return `key ${keys}`;
  };
  const input = { now: () => Date.parse(SPOKEN), newKey, intents: INTENTS, kept };
  const actor = createActor(machine, { clock, input }).start();
  return {
    answer,
    clock,
    sent,
    looks,
    ended,
    opened,
    view: () => chatViewOf(actor.getSnapshot()),
    kept: () => keptOf(actor.getSnapshot()),
    /** Contents of the messages, in order. */
    contents: () => chatViewOf(actor.getSnapshot()).messages.map(({ content }) => content),
    does: async (...commands: ChatCommand[]) => {
      for (const command of commands) {
        actor.send(command);
        await settle();
      }
    },
    hears: async (fact: ChatBroadcast | StreamBroadcast) => {
      told$.next(fact);
      await settle();
    },
    passes: async (ms: number) => {
      clock.increment(ms);
      await settle();
    },
  };
}

export type OpenChat = ReturnType<typeof openChat>;

/** In a conversation about contacts, with the panel open. */
export async function talking(answers: Partial<ChatAnswers> = {}): Promise<OpenChat> {
  const chat = openChat(answers);
  await chat.does({ type: 'panel.toggle' }, { type: 'chat.start', intent: 'contact_search' });
  return chat;
}

/** The same, with an answer that is awaited. */
export async function waiting(answers: Partial<ChatAnswers> = {}) {
  const asked = held<ChatMessage>();
  const chat = await talking({ sendMessage: () => asked.promise, ...answers });
  await chat.does({ type: 'chat.send', text: 'people in Texas' });
  return { ...chat, asked };
}
