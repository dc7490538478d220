import { type AnyMachineSnapshot, fromPromise } from 'xstate';
import type { ChatCommand } from '../../src/machines/chat/chat-view.ts';
import type { Resumed } from '../../src/machines/chat/chat-context.ts';
import { chatViewOf } from '../../src/machines/chat/chat-shown.ts';
import { type ChatSnapshot, chatMachine } from '../../src/machines/chat/chat.machine.ts';
import { AWAY, begun, INTENTS, redirect, reply, resumed } from '../../tests/chat/chat-world.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import type { Model, Move, Run } from '../_walk/walk.ts';

/** Visible state of the panel, as text. */
export function screenOf(snapshot: AnyMachineSnapshot): string {
  const { open, place, session, messages, leaving, failure, alert } = chatViewOf(snapshot as ChatSnapshot);
  const kept = session === null ? '' : ', with a conversation';
  if (!open) return `folded${kept}`;
  if (place !== 'chatting') return `the picker${kept}${alert === null ? '' : ', alerted'}`;
  if (leaving !== null) return 'a page opens soon';
  if (session?.status === 'inactive') return 'over';
  if (failure !== null) return 'failed';
  return messages.length === 0 ? 'begun' : 'answered';
}

/** The server knows the conversation, and nothing of what did not reach it. */
const resumeSession = fromPromise<Resumed, { sessionId: number }>(() => Promise.resolve(resumed([])));

const fresh = (ports: HeldPorts) => {
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key ${keys}`;
  };
  const machine = chatMachine.provide({
    actors: {
      startSession: ports.hold('startSession'),
      sendMessage: ports.hold('sendMessage'),
      resumeSession,
      endSession: ports.hold('endSession'),
      broadcasts: ports.hold('broadcasts'),
    },
  });
  return { machine, input: { now: () => 0, newKey, intents: INTENTS, kept: null } };
};

const on = (screens: readonly string[], go: Move['go']): Move => ({
  when: (snapshot) => screens.includes(screenOf(snapshot)),
  go,
});
const asks = (screens: readonly string[], command: ChatCommand, then: (run: Run) => void = () => undefined): Move =>
  on(screens, (run) => {
    run.send(command);
    then(run);
  });

let ids = 1;
const nextId = () => {
  ids += 1;
  return ids;
};
const PICKERS = ['the picker', 'the picker, with a conversation', 'the picker, alerted'];
const begin: ChatCommand = { type: 'chat.start', intent: 'learn_system' };
const say: ChatCommand = { type: 'chat.send', text: 'how?' };

/** Actions of a user with MAX, and the visible results. The server answers unless the move says that it is down. */
export const chatPageModel: Model = {
  name: 'MAX on the page',
  starts: { 'MAX is folded': fresh },
  key: screenOf,
  moves: {
    'opens it': asks(['folded', 'folded, with a conversation'], { type: 'panel.toggle' }),
    'begins to talk': asks(PICKERS, begin, ({ ports }) => ports.done('startSession', begun())),
    'begins, and the server is away': asks(['the picker'], begin, ({ ports }) => ports.failed('startSession', AWAY)),
    'goes on': asks(['the picker, with a conversation'], { type: 'chat.continue' }),
    'asks how something is done': asks(['begun'], say, ({ ports }) =>
      ports.done('sendMessage', reply(nextId(), 'So.')),
    ),
    'asks to be taken there': asks(['answered'], say, ({ ports }) => ports.done('sendMessage', redirect(nextId()))),
    'asks, and the server is away': asks(['answered'], say, ({ ports }) => ports.failed('sendMessage', AWAY)),
    'tries again': asks(['failed'], { type: 'chat.retry' }, ({ ports }) =>
      ports.done('sendMessage', reply(nextId(), 'So.')),
    ),
    'waits until it opens': on(['a page opens soon'], ({ clock }) => {
      for (let second = 0; second < 3; second += 1) clock.increment(1_000);
    }),
    'opens it at once': asks(['a page opens soon'], { type: 'leaving.go' }),
    'stays here': asks(['a page opens soon'], { type: 'leaving.cancel' }),
    'types something': asks(['a page opens soon'], { type: 'leaving.cancel' }),
    'folds it': asks(['a page opens soon'], { type: 'panel.close' }),
    'goes back': asks(['answered', 'a page opens soon', 'over'], { type: 'chat.back' }),
    'ends it': asks(['answered'], { type: 'chat.end' }, ({ ports }) => ports.done('endSession')),
    'ends it, and the server is away': asks(['answered'], { type: 'chat.end' }, ({ ports }) =>
      ports.failed('endSession', AWAY),
    ),
    'it ends elsewhere': on(['answered'], ({ send }) => send({ type: 'chat.ended', session_id: 7 })),
    // The machine restarts and reads the conversation: the view is the same, but no page opens.
    'loads the page anew': asks(['answered', 'failed', 'a page opens soon'], { type: 'leaving.cancel' }),
  },
};
