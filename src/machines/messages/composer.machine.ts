import { assign, emit, raise, setup, stateIn } from 'xstate';
import { type Text, TEXT_MAX } from '#contract/messages/text.contract.ts';
import { promisePort } from '../port.ts';

/** Milliseconds of quiet after which a draft is saved. Ours. */
export const DRAFT_AFTER_MS = 800;
/** Milliseconds until a draft that could not be saved is saved again. Ours. */
export const DRAFT_AGAIN_MS = 10_000;

/** One of both. */
export type Recipient =
  | { readonly contact_id: number; readonly conversation_id?: never }
  | { readonly conversation_id: number; readonly contact_id?: never };

/** What can be chosen beside the text. */
export interface Choices {
  /** Empty: the usual one. */
  readonly from: string;
  readonly to: string;
  readonly purpose: 'service' | 'marketing';
}

/** The campaign trigger that a text is from. */
export interface Campaign {
  readonly id: number;
  readonly name: string;
  /** Messages that follow it on their own. */
  readonly follow: number;
  /** Name of the file that goes along; `null`: none. */
  readonly fileName: string | null;
}

/** One text as it is sent; `sendAt` is an instant, `null` for now. */
export interface Outgoing extends Choices {
  readonly recipient: Recipient;
  readonly text: string;
  readonly file: File | null;
  /** `null`: free text. */
  readonly campaign: Campaign | null;
  readonly sendAt: string | null;
}

export interface Order {
  readonly outgoing: Outgoing;
  readonly key: string;
}

interface ComposerFailure {
  /** One sentence for the user. */
  readonly message: string;
  /** What is wrong with the text, the file or the time. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

interface ComposerContext {
  readonly newKey: () => string;
  readonly recipient: Recipient;
  readonly text: string;
  readonly file: File | null;
  readonly choices: Choices;
  /** `null`: free text. */
  readonly campaign: Campaign | null;
  /** The draft on the server. */
  readonly kept: string;
  /** The last one sent. `null`: none was. */
  readonly order: Order | null;
  /** True when it may have been sent without an answer: then it goes again with its key. */
  readonly isOpen: boolean;
  readonly failure: ComposerFailure | null;
}

/** The text that was saved, and the conversation, which a draft to a new contact begins. */
export interface SavedDraft {
  readonly text: string;
  readonly conversationId: number | null;
}

interface Rejection {
  readonly message?: string;
  readonly fields?: ComposerFailure['fields'];
  readonly outcomeOpen?: boolean;
}

const outgoingOf = (context: ComposerContext, sendAt: string | null): Outgoing => ({
  ...context.choices,
  recipient: context.recipient,
  text: context.text.trim(),
  file: context.file,
  campaign: context.campaign,
  sendAt,
});

const isSame = (a: Outgoing, b: Outgoing): boolean => a.file === b.file && JSON.stringify(a) === JSON.stringify(b);

/** In this browser until the server has it, so that a reload loses nothing. */
const KEEP = {
  type: 'keepHere' as const,
  params: ({ context: { text, kept } }: { context: ComposerContext }) => ({ text: text === kept ? '' : text }),
};

/**
 * One text being written: its draft is saved whenever typing pauses, and it is sent once, however often that is tried.
 * A text that could not be sent stays in the field.
 *
 *   sending: writing (calm, failed) ─ send → waiting ─→ writing, empty; or failed, with everything kept
 *   keeping: saved ─ typed → pausing ─ 800 ms → saving ─→ saved; or late ─ 10 s → saving
 */
export const composerMachine = setup({
  types: {
    input: {} as Pick<ComposerContext, 'newKey' | 'recipient' | 'text' | 'kept' | 'choices'>,
    context: {} as ComposerContext,
    events: {} as ComposerCommand | { type: 'draft.changed' },
    emitted: {} as { type: 'text.sent'; text: Text },
    tags: {} as 'sending' | 'kept',
  },
  actors: {
    sendText: promisePort<Text, Order>('sendText'),
    saveDraft: promisePort<SavedDraft, { recipient: Recipient; text: string; key: string }>('saveDraft'),
  },
  actions: {
    keepHere: (_scope, _params: { text: string }) => undefined,
    /** The first draft to a contact has begun a conversation. */
    tellBegun: () => undefined,
    /** A text that is deleted is no longer the one of its campaign. */
    type: assign(({ context }, { text }: { text: string }) => ({
      text,
      campaign: text.trim() === '' ? null : context.campaign,
    })),
    fill: assign((_, { text, campaign }: { text: string; campaign: Campaign | null }) => ({ text, campaign })),
    attach: assign({ file: (_, { file }: { file: File | null }) => file }),
    choose: assign({
      choices: ({ context }, { choices }: { choices: Partial<Choices> }) => ({ ...context.choices, ...choices }),
    }),
    take: assign(({ context }, { sendAt }: { sendAt: string | null }) => {
      const outgoing = outgoingOf(context, sendAt);
      const isAgain = context.isOpen && context.order !== null && isSame(context.order.outgoing, outgoing);
      return { order: isAgain ? context.order : { outgoing, key: context.newKey() }, isOpen: false, failure: null };
    }),
    empty: assign({ text: '', file: null, campaign: null, order: null }),
    tellSent: emit((_, { text }: { text: Text }) => ({ type: 'text.sent' as const, text })),
    noteFailure: assign((_, { error }: { error: unknown }) => {
      const { message = '', fields = {}, outcomeOpen = false } = (error ?? {}) as Rejection;
      return { failure: { message, fields }, isOpen: outcomeOpen };
    }),
    noteKept: assign({ kept: (_, { text }: { text: string }) => text }),
    noteConversation: assign({
      recipient: ({ context }, { id }: { id: number | null }) =>
        id === null ? context.recipient : { conversation_id: id },
    }),
  },
  guards: {
    canSend: ({ context: { text, file } }) => (text.trim() !== '' || file !== null) && text.trim().length <= TEXT_MAX,
    isUnsaved: ({ context }) => context.text !== context.kept,
    isWriting: stateIn({ sending: 'writing' }),
    isBegun: ({ context }, { conversationId }: SavedDraft) =>
      conversationId !== null && context.recipient.contact_id !== undefined,
  },
  delays: { quiet: DRAFT_AFTER_MS, again: DRAFT_AGAIN_MS },
}).createMachine({
  id: 'composer',
  context: ({ input }) => ({ ...input, file: null, campaign: null, order: null, isOpen: false, failure: null }),
  type: 'parallel',
  on: { 'composer.told': { actions: { type: 'noteConversation', params: ({ event }) => event } } },
  states: {
    sending: {
      initial: 'writing',
      states: {
        writing: {
          initial: 'calm',
          on: {
            'composer.type': {
              actions: [{ type: 'type', params: ({ event }) => event }, KEEP, raise({ type: 'draft.changed' })],
            },
            'composer.fill': {
              actions: [{ type: 'fill', params: ({ event }) => event }, KEEP, raise({ type: 'draft.changed' })],
            },
            'composer.attach': { actions: { type: 'attach', params: ({ event }) => event } },
            'composer.choose': { actions: { type: 'choose', params: ({ event }) => event } },
            'composer.send': {
              guard: 'canSend',
              target: 'waiting',
              actions: { type: 'take', params: ({ event }) => event },
            },
          },
          states: { calm: {}, failed: {} },
        },
        waiting: {
          tags: ['sending'],
          invoke: {
            src: 'sendText',
            // Taken before.
            input: ({ context }) => context.order!,
            onDone: {
              target: 'writing',
              actions: [
                'empty',
                KEEP,
                { type: 'tellSent', params: ({ event }) => ({ text: event.output }) },
                raise({ type: 'draft.changed' }),
              ],
            },
            onError: { target: 'writing.failed', actions: { type: 'noteFailure', params: ({ event }) => event } },
          },
        },
      },
    },
    keeping: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'isUnsaved', target: 'pausing' }, { target: 'saved' }] },
        saved: { tags: ['kept'], on: { 'draft.changed': 'pausing' } },
        pausing: {
          on: { 'draft.changed': { target: 'pausing', reenter: true } },
          after: { quiet: 'due' },
        },
        /** While a text goes out, its draft stays as it is. */
        due: { always: { guard: 'isWriting', target: 'saving' } },
        saving: {
          invoke: {
            src: 'saveDraft',
            input: ({ context: { recipient, text, newKey } }) => ({ recipient, text, key: newKey() }),
            onDone: [
              {
                guard: { type: 'isBegun', params: ({ event }) => event.output },
                target: 'deciding',
                actions: [
                  { type: 'noteKept', params: ({ event }) => event.output },
                  KEEP,
                  { type: 'noteConversation', params: ({ event }) => ({ id: event.output.conversationId }) },
                  'tellBegun',
                ],
              },
              { target: 'deciding', actions: [{ type: 'noteKept', params: ({ event }) => event.output }, KEEP] },
            ],
            onError: 'late',
          },
        },
        late: { on: { 'draft.changed': 'pausing' }, after: { again: 'due' } },
      },
    },
  },
});

type ComposerCommand =
  | { type: 'composer.type'; text: string }
  /** A text of a campaign, or the same text as free text. */
  | { type: 'composer.fill'; text: string; campaign: Campaign | null }
  | { type: 'composer.attach'; file: File | null }
  | { type: 'composer.choose'; choices: Partial<Choices> }
  | { type: 'composer.send'; sendAt: string | null }
  /** The conversation of the contact, once there is one. */
  | { type: 'composer.told'; id: number | null };
