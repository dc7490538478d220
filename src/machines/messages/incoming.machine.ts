import { assign, raise, setup } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { TEXT_DEDUPE_MS } from '#contract/messages/text.contract.ts';
import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import { promisePort, streamPort } from '../port.ts';

export type ReceivedMail = Extract<TextsBroadcast, { type: 'mail.received' }>;
export type ReceivedLead = Extract<TextsBroadcast, { type: 'lead.received' }>;
export type ReceivedText = Extract<TextsBroadcast, { type: 'text.received' }>;

/** Milliseconds until a change is counted: several facts tell of one text. Ours. */
export const COUNT_AFTER_MS = 300;
/** Milliseconds until a failed count is tried again. Ours. */
export const COUNT_AGAIN_MS = 30_000;

interface IncomingContext {
  /** Texts announced within the last half second, and e-mails by their negative ids. */
  readonly recent: readonly number[];
  /** Something changed since the last count began. */
  readonly isStale: boolean;
}

/**
 * Announces texts that come in, each once, and counts what is unread. Runs as long as the user works, on every page.
 *
 *   counting ─→ idle ─ something changes → settling ─ 300 ms → counting
 *       └─→ failed ─ something changes, or 30 s → settling
 */
export const incomingMachine = setup({
  types: {
    context: {} as IncomingContext,
    events: {} as TextsBroadcast | StreamBroadcast | { type: 'text.forgotten'; id: number },
  },
  actors: {
    broadcasts: streamPort<TextsBroadcast | StreamBroadcast>('broadcasts'),
    countUnread: promisePort<number>('countUnread'),
  },
  actions: {
    /** A message on the page, and a notification of the desktop where the page isn't seen. */
    announce: (_scope, _params: { text: ReceivedText }) => undefined,
    /** The same of an answer to an e-mail. */
    announceMail: (_scope, _params: { mail: ReceivedMail }) => undefined,
    /** The same of a request through the user's public page. */
    announceLead: (_scope, _params: { lead: ReceivedLead }) => undefined,
    /** Conversations with texts that the user has not read. */
    tellUnread: (_scope, _params: { unread: number }) => undefined,
    /** Lists of conversations on the page are out of date. */
    tellChanged: () => undefined,
    remember: assign({ recent: ({ context }, { id }: { id: number }) => [...context.recent, id] }),
    forget: assign({ recent: ({ context }, { id }: { id: number }) => context.recent.filter((one) => one !== id) }),
    noteChange: assign({ isStale: true }),
    begin: assign({ isStale: false }),
  },
  guards: {
    isNew: ({ context }, { id }: { id: number }) => !context.recent.includes(id),
    isStale: ({ context }) => context.isStale,
  },
  delays: { dedupe: TEXT_DEDUPE_MS, settle: COUNT_AFTER_MS, again: COUNT_AGAIN_MS },
}).createMachine({
  id: 'incoming',
  context: { recent: [], isStale: false },
  invoke: { src: 'broadcasts', onError: {} },
  initial: 'counting',
  on: {
    'text.received': [
      {
        guard: { type: 'isNew', params: ({ event }) => ({ id: event.text_id }) },
        actions: [
          { type: 'remember', params: ({ event }) => ({ id: event.text_id }) },
          raise(({ event }) => ({ type: 'text.forgotten', id: event.text_id }), { delay: 'dedupe' }),
          { type: 'announce', params: ({ event }) => ({ text: event }) },
          'noteChange',
        ],
      },
      { actions: 'noteChange' },
    ],
    'mail.received': {
      guard: { type: 'isNew', params: ({ event }) => ({ id: -event.email_id }) },
      actions: [
        { type: 'remember', params: ({ event }) => ({ id: -event.email_id }) },
        raise(({ event }) => ({ type: 'text.forgotten', id: -event.email_id }), { delay: 'dedupe' }),
        { type: 'announceMail', params: ({ event }) => ({ mail: event }) },
        'noteChange',
      ],
    },
    'lead.received': { actions: { type: 'announceLead', params: ({ event }) => ({ lead: event }) } },
    'text.forgotten': { actions: { type: 'forget', params: ({ event }) => event } },
    'conversation.changed': { actions: 'noteChange' },
    'stream.positioned': { actions: 'noteChange' },
    'stream.lost': { actions: 'noteChange' },
  },
  states: {
    counting: {
      entry: 'begin',
      invoke: {
        src: 'countUnread',
        onDone: { target: 'idle', actions: { type: 'tellUnread', params: ({ event }) => ({ unread: event.output }) } },
        onError: 'failed',
      },
    },
    idle: { always: { guard: 'isStale', target: 'settling' } },
    settling: { after: { settle: { target: 'counting', actions: 'tellChanged' } } },
    failed: { always: { guard: 'isStale', target: 'settling' }, after: { again: 'settling' } },
  },
});
