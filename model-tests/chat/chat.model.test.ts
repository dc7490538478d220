import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { END_PATIENCE_MS } from '../../src/machines/chat/chat-setup.ts';
import { chatMachine } from '../../src/machines/chat/chat.machine.ts';
import { departureMachine } from '../../src/machines/chat/departure.machine.ts';
import { AWAY, begun, INTENTS, OVER, redirect, reply, resumed, said, session } from '../../tests/chat/chat-world.ts';
import { type HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const kept = { session: session(), place: 'chatting', open: true, pending: null } as const;
const pending = { key: 'key before', text: 'people in Texas', after: 0 };
/** A page whose opening breaks. */
const BREAKING = '/exports';

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key ${keys}`;
};

const start = (some: object | null) => (ports: HeldPorts) => ({
  machine: chatMachine.provide({
    actors: {
      startSession: ports.hold('startSession'),
      sendMessage: ports.hold('sendMessage'),
      resumeSession: ports.hold('resumeSession'),
      endSession: ports.hold('endSession'),
      broadcasts: ports.hold('broadcasts'),
      departure: departureMachine.provide({
        actions: {
          openPage: (_, { href }) => {
            if (href === BREAKING) throw new Error('the router broke');
          },
        },
      }),
    },
  }),
  input: { now: () => 0, newKey, intents: INTENTS, kept: some && { ...kept, ...some } },
});

type When = (snapshot: AnyMachineSnapshot) => boolean;
const is =
  (value: object): When =>
  (snapshot) =>
    snapshot.matches(value);
const talks =
  (...states: readonly string[]): When =>
  (snapshot) =>
    snapshot.matches({ place: 'chatting' }) && states.some((talk) => snapshot.matches({ talk }));
const both =
  (one: When, other: When): When =>
  (snapshot) =>
    one(snapshot) && other(snapshot);
const not =
  (when: When): When =>
  (snapshot) =>
    !when(snapshot);
const goes = is({ leaving: 'going' });

const asks = (event: { type: string } & Record<string, unknown>, when: When): Move => ({
  when,
  go: ({ send }) => send(event),
});
const answers = (port: string, output: unknown, when: When = () => true): Move => ({
  when: both(runs(port), when),
  go: ({ ports }) => ports.done(port, output),
});
const fails = (port: string, error: unknown, when: When = () => true): Move => ({
  when: both(runs(port), when),
  go: ({ ports }) => ports.failed(port, error),
});
const passes = (ms: (snapshot: AnyMachineSnapshot) => number, when: When): Move => ({
  when,
  go: ({ clock, actor }) => clock.increment(ms(actor.getSnapshot())),
});

/** From the server that received the message, by the name of its next report. */
const LOOKS = {
  'the server has the answer': resumed([said(1, 'people in Texas'), reply(2, 'I found 12.')]),
  'the server has an answer that leads away': resumed([said(1, 'people in Texas'), redirect(2)]),
  'the server makes the answer': resumed([said(1, 'people in Texas')], { answering: true }),
  'the server makes another answer': resumed([said(1, 'and in Ohio')], { answering: true }),
  'the server has no answer': resumed([]),
  'the server says that it is over': resumed([], { session: { ...session(), status: 'inactive' } }),
};
const fresh: When = ({ context }) => context.messages.length < 3;

/** Possible events for a page that is about to open; nothing else happens then. */
const WHILE_GOING = [/^the person (?!opens no|applies)/u, /^a second passes$/u];
const WHILE_FOLDED = [/^the person opens or folds it$/u, /^the answer leads away$/u];
const WHILE_PICKING = [/^the person (?!opens or)/u, /^the answer leads away$/u, /^it had ended$/u];

/** Regions that have nothing to do with each other are not tried against each other. */
function oneThingAtATime(moves: Readonly<Record<string, Move>>): Model['moves'] {
  const limits: readonly (readonly [When, readonly RegExp[]])[] = [
    [goes, WHILE_GOING],
    [is({ panel: 'folded' }), WHILE_FOLDED],
    [both(is({ place: 'picking' }), (s) => talksOn(s)), WHILE_PICKING],
  ];
  const isAllowed = (name: string, snapshot: AnyMachineSnapshot) =>
    limits.every(([when, names]) => !when(snapshot) || names.some((one) => one.test(name)));
  return Object.fromEntries(
    Object.entries(moves).map(([name, { when = () => true, go }]) => [
      name,
      { when: (snapshot: AnyMachineSnapshot) => isAllowed(name, snapshot) && when(snapshot), go },
    ]),
  );
}
const talksOn: When = (snapshot) => snapshot.matches({ talk: 'waiting' });

/** Everything that a person, the server, the cable and time can do to MAX. */
const chatModel: Model = {
  name: 'chat',
  starts: {
    fresh: start(null),
    'loaded anew in a conversation': start({}),
    'loaded anew while an answer was awaited': start({ pending }),
    'loaded anew in the picker': start({ place: 'picking', open: false }),
  },
  key: ({ context: { session: of, pending: waits, missed, isHeldUp, messages, leaving } }) =>
    JSON.stringify([of?.status, waits !== null, missed, isHeldUp, messages.length > 2, leaving?.secondsLeft]),
  always: (snapshot) => {
    const { session: of, pending: waits } = snapshot.context;
    if (snapshot.matches({ talk: 'none' }) !== (of === null)) throw new Error('a conversation without its session');
    if (snapshot.matches({ talk: { waiting: 'asking' } }) && waits === null) throw new Error('waits for nothing');
    if (snapshot.matches({ talk: 'failed' }) && waits === null) throw new Error('nothing to say again');
    const { messages } = snapshot.context as { messages: readonly { key: string }[] };
    if (new Set(messages.map(({ key }) => key)).size < messages.length) throw new Error('a message shows twice');
  },
  moves: oneThingAtATime({
    'the person opens or folds it': asks({ type: 'panel.toggle' }, (s) => goes(s) || is({ talk: 'none' })(s)),
    'the person closes it': asks({ type: 'panel.close' }, goes),
    'the person starts': asks({ type: 'chat.start', intent: 'contact_search' }, (s) =>
      [is({ place: 'picking' }), talks('over')].some((when) => when(s)),
    ),
    'the person starts while a page is about to open': asks({ type: 'chat.start', intent: 'contact_search' }, goes),
    'the person goes on': asks({ type: 'chat.continue' }, is({ place: 'picking' })),
    'the person goes back': asks({ type: 'chat.back' }, (s) =>
      [is({ place: 'starting' }), is({ place: 'ending' }), talks('idle', 'waiting')].some((when) => when(s)),
    ),
    'the person ends it': asks({ type: 'chat.end' }, talks('idle', 'over')),
    'the person says something': asks(
      { type: 'chat.send', text: 'people in Texas' },
      both(talks('idle', 'failed'), fresh),
    ),
    'the person says nothing': asks({ type: 'chat.send', text: ' ' }, talks('idle')),
    'the person chooses': asks({ type: 'chat.select', index: 0 }, both(talks('idle'), fresh)),
    'the person tries again': asks({ type: 'chat.retry' }, (s) => talks('failed')(s) || goes(s)),
    'the person puts the alert away': asks({ type: 'alert.dismiss' }, ({ context }) => context.alert !== null),
    'the person does not want to wait': asks({ type: 'leaving.go' }, goes),
    'the person stays': asks({ type: 'leaving.cancel' }, goes),
    'the person changes a scope': asks({ type: 'scope.change', message: 'message 2', scope: {} }, (s) =>
      [goes, talks('idle')].some((when) => when(s)),
    ),
    'the person applies a scope': asks({ type: 'scope.apply', scope: {} }, talks('idle')),
    'the person opens a page': asks({ type: 'page.open', href: '/contacts/42' }, talks('idle')),
    'the person opens a page that breaks': asks({ type: 'page.open', href: BREAKING }, talks('idle')),
    'the person opens no page of the app': asks({ type: 'page.open', href: '//evil.example' }, talks('idle')),
    'the person opens a draft': asks({ type: 'email.open', message: 'message 2' }, talks('idle')),

    'a conversation begins': answers('startSession', begun()),
    'no conversation begins': fails('startSession', AWAY),
    'the answer comes': answers('sendMessage', reply(2, 'I found 12.')),
    'the answer leads away': answers('sendMessage', redirect(2)),
    'the answer leads out of the app': answers('sendMessage', redirect(2, '//evil.example')),
    'the message is refused': fails('sendMessage', { kind: 'refused', text: 'No.' }),
    'the message is held up': fails('sendMessage', { kind: 'held', text: 'Not now.' }),
    'the answer is lost': fails('sendMessage', AWAY),
    'the message finds no conversation': fails('sendMessage', OVER),
    ...Object.fromEntries(Object.entries(LOOKS).map(([name, output]) => [name, answers('resumeSession', output)])),
    'the look finds no conversation': fails('resumeSession', OVER),
    'the look does not reach the server': fails('resumeSession', AWAY, ({ context }) => !context.isHeldUp),
    'it has ended': answers('endSession', undefined),
    'it had ended': fails('endSession', OVER),
    'it could not be ended': fails('endSession', AWAY),
    'ending takes long': passes(() => END_PATIENCE_MS, is({ place: 'ending' })),

    'the cable breaks': fails('broadcasts', new Error('broken')),
    'the cable brings what is written': asks(
      { type: 'chat.writing', session_id: 7, doing: 'Looks', content: '' },
      talks('waiting'),
    ),
    'the cable brings the answer': asks(
      { type: 'chat.replied', session_id: 7, assistant_message: reply(9, 'I found 12.'), answers: 'people in Texas' },
      talks('idle', 'waiting', 'failed'),
    ),
    'the cable brings another answer': asks(
      { type: 'chat.replied', session_id: 7, assistant_message: reply(8, 'I found 9.'), answers: 'and in Ohio' },
      both(talks('waiting', 'failed'), fresh),
    ),
    'the cable says that it is over': asks(
      { type: 'chat.ended', session_id: 7 },
      both(talks('idle', 'waiting'), not(goes)),
    ),
    'the line is there again': asks(
      { type: 'stream.positioned', stream: 's', epoch: 'e', offset: 1 },
      talks('waiting', 'failed'),
    ),
    'the line has lost something': asks(
      { type: 'stream.lost', stream: 's', epoch: 'e', offset: 1 },
      talks('waiting', 'failed'),
    ),

    'a second passes': passes(() => 1_000, goes),
    'it is time to look': passes(({ context }) => 1_000 * 2 ** context.missed, is({ talk: { waiting: 'pausing' } })),
  }),
};

describe('MAX', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(chatModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('leaves no page while the panel is folded or the picker shows', () => {
    const begun = walked.edges.filter(({ from, to }) => !isGoing(from) && isGoing(to));
    expect(begun.length).toBeGreaterThan(0);
    expect(begun.filter(({ to }) => !to.includes('"panel":"open"') || !to.includes('"place":"chatting"'))).toEqual([]);
  });
});

const isGoing = (situation: string): boolean => situation.includes('"leaving":"going"');
