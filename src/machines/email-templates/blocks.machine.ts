import { assign, emit, enqueueActions, setup } from 'xstate';
import type { BlockKind, EmailBlock, EmailDocument } from '#contract/email-templates/blocks.contract.ts';
import {
  allBlocks,
  type BlockPlace,
  canAdd,
  changeBlock,
  copyOf,
  findBlock,
  highestId,
  insertBlock,
  moveBlock,
  newBlock,
  removeBlock,
} from '#rules/emails/edit-blocks.ts';
import { MAX_BLOCKS } from '#contract/email-templates/blocks.contract.ts';

/** Milliseconds without typing after which the next letter is a step of its own. Ours. */
export const STEP_AFTER_MS = 1_000;
/** Steps that can be undone. Ours. */
const MOST_STEPS = 100;

interface BlocksContext {
  readonly email: EmailDocument;
  readonly past: readonly EmailDocument[];
  readonly future: readonly EmailDocument[];
  /** The block whose fields are open; `null`: none. */
  readonly selected: number | null;
  /** The highest id so far: one that was deleted isn't used again, since undo brings it back. */
  readonly highest: number;
  /** The block that is being typed into. */
  readonly typing: number | null;
}

type BlocksCommand =
  /** Absent place: after the selected block, else at the end. */
  | { type: 'blocks.add'; kind: BlockKind; to?: BlockPlace }
  | { type: 'blocks.change'; block: EmailBlock }
  | { type: 'blocks.move'; id: number; to: BlockPlace }
  /** Up or down within its list. */
  | { type: 'blocks.shift'; id: number; by: -1 | 1 }
  | { type: 'blocks.copy'; id: number }
  | { type: 'blocks.remove'; id: number }
  | { type: 'blocks.select'; id: number | null }
  | { type: 'blocks.undo' }
  | { type: 'blocks.redo' };

/** For those who don't see it. */
export type BlocksDeed =
  | { readonly what: 'added' | 'copied' | 'removed' | 'undone' | 'redone' }
  /** `to` counts from 1. */
  | { readonly what: 'moved'; readonly to: number };

/** The next e-mail of a command, and what is selected then; `null`: it changes nothing. */
function nextOf(
  { email, selected, highest }: BlocksContext,
  command: BlocksCommand,
): { readonly email: EmailDocument; readonly selected: number | null; readonly did: BlocksDeed | null } | null {
  switch (command.type) {
    case 'blocks.add': {
      const beside = selected === null ? null : findBlock(email, selected);
      const after =
        beside === null
          ? { list: 'email' as const, index: email.blocks.length }
          : { list: beside.list, index: beside.index + 1 };
      const to = command.to ?? (command.kind === 'columns' && after.list !== 'email' ? endOf(email) : after);
      if (!canAdd(email, command.kind, to.list)) return null;
      const block = newBlock(command.kind, highest + 1);
      return { email: insertBlock(email, block, to), selected: block.id, did: { what: 'added' } };
    }
    case 'blocks.change':
      return { email: changeBlock(email, command.block), selected, did: null };
    case 'blocks.move':
      return {
        email: moveBlock(email, command.id, command.to),
        selected: command.id,
        did: { what: 'moved', to: command.to.index + 1 },
      };
    case 'blocks.shift': {
      const found = findBlock(email, command.id);
      const index = (found?.index ?? 0) + command.by;
      if (found === null || index < 0 || index >= found.count) return null;
      return {
        email: moveBlock(email, command.id, { list: found.list, index }),
        selected,
        did: { what: 'moved', to: index + 1 },
      };
    }
    case 'blocks.copy': {
      const found = findBlock(email, command.id);
      if (found === null) return null;
      const copy = copyOf(found.block, highest);
      const next = insertBlock(email, copy, { list: found.list, index: found.index + 1 });
      return allBlocks(next).length > MAX_BLOCKS ? null : { email: next, selected: copy.id, did: { what: 'copied' } };
    }
    case 'blocks.remove': {
      const next = removeBlock(email, command.id);
      const isOpen = selected !== null && findBlock(next, selected) !== null;
      return { email: next, selected: isOpen ? selected : null, did: { what: 'removed' } };
    }
    default:
      return null;
  }
}

const endOf = ({ blocks }: EmailDocument): BlockPlace => ({ list: 'email', index: blocks.length });

const isThere = (email: EmailDocument, id: number | null): id is number => id !== null && findBlock(email, id) !== null;

/**
 * An e-mail being built of blocks: what is in it, what is selected, and the steps that can be undone. What is typed into
 * one block without a pause is one step.
 *
 *   calm ─ change → typing ─ 1 s, or any other command → calm
 */
export const blocksMachine = setup({
  types: {
    input: {} as { email: EmailDocument },
    context: {} as BlocksContext,
    events: {} as BlocksCommand,
    emitted: {} as { type: 'blocks.changed'; email: EmailDocument } | { type: 'blocks.did'; deed: BlocksDeed },
  },
  actions: {
    apply: enqueueActions(({ context, enqueue }, command: BlocksCommand) => {
      const next = nextOf(context, command);
      if (next === null || next.email === context.email) return;
      const isSameStep = command.type === 'blocks.change' && context.typing === command.block.id;
      enqueue.assign({
        email: next.email,
        selected: next.selected,
        highest: Math.max(context.highest, highestId(next.email)),
        past: isSameStep ? context.past : [...context.past, context.email].slice(-MOST_STEPS),
        future: [],
        typing: command.type === 'blocks.change' ? command.block.id : null,
      });
      enqueue.emit({ type: 'blocks.changed', email: next.email });
      if (next.did !== null) enqueue.emit({ type: 'blocks.did', deed: next.did });
    }),
    select: assign(({ context }, { id }: { id: number | null }) => ({
      selected: isThere(context.email, id) ? id : null,
      typing: null,
    })),
    undo: assign(({ context: { email, past, future, selected } }) => {
      const before = past.at(-1) ?? email;
      return {
        email: before,
        past: past.slice(0, -1),
        future: [email, ...future],
        selected: isThere(before, selected) ? selected : null,
      };
    }),
    redo: assign(({ context: { email, past, future, selected } }) => {
      const [after = email, ...rest] = future;
      return {
        email: after,
        past: [...past, email],
        future: rest,
        selected: isThere(after, selected) ? selected : null,
      };
    }),
    endStep: assign({ typing: null }),
    tellChanged: emit(({ context }) => ({ type: 'blocks.changed' as const, email: context.email })),
    tellDeed: emit((_, deed: BlocksDeed) => ({ type: 'blocks.did' as const, deed })),
  },
  guards: {
    canUndo: ({ context }) => context.past.length > 0,
    canRedo: ({ context }) => context.future.length > 0,
  },
  delays: { step: STEP_AFTER_MS },
}).createMachine({
  id: 'blocks',
  context: ({ input: { email } }) => ({
    email,
    past: [],
    future: [],
    selected: null,
    highest: highestId(email),
    typing: null,
  }),
  initial: 'calm',
  on: {
    'blocks.change': { target: '.typing', reenter: true, actions: { type: 'apply', params: ({ event }) => event } },
    'blocks.add': { target: '.calm', actions: { type: 'apply', params: ({ event }) => event } },
    'blocks.move': { target: '.calm', actions: { type: 'apply', params: ({ event }) => event } },
    'blocks.shift': { target: '.calm', actions: { type: 'apply', params: ({ event }) => event } },
    'blocks.copy': { target: '.calm', actions: { type: 'apply', params: ({ event }) => event } },
    'blocks.remove': { target: '.calm', actions: { type: 'apply', params: ({ event }) => event } },
    'blocks.select': { target: '.calm', actions: { type: 'select', params: ({ event }) => event } },
    'blocks.undo': {
      guard: 'canUndo',
      target: '.calm',
      actions: ['undo', 'tellChanged', { type: 'tellDeed', params: { what: 'undone' } }],
    },
    'blocks.redo': {
      guard: 'canRedo',
      target: '.calm',
      actions: ['redo', 'tellChanged', { type: 'tellDeed', params: { what: 'redone' } }],
    },
  },
  states: {
    calm: { entry: 'endStep' },
    typing: { after: { step: 'calm' } },
  },
});
