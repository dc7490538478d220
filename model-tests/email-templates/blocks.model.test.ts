import { expect, test } from 'vitest';
import { EmailDocument } from '#contract/email-templates/blocks.contract.ts';
import { blocksMachine, STEP_AFTER_MS } from '../../src/machines/email-templates/blocks.machine.ts';
import { type Model, walk } from '../_walk/walk.ts';

const block = (text: string) => ({ kind: 'text', id: 1, text, align: 'left' }) as const;

/** Everything that a person and time can do to an e-mail made of blocks. */
const blocksModel: Model = {
  name: 'blocks',
  starts: {
    open: () => ({ machine: blocksMachine, input: { email: { version: 1, blocks: [block('')] } } }),
  },
  key: ({ context: { email, past, future, selected } }) =>
    JSON.stringify([email.blocks.map(({ id }: { id: number }) => id), past.length > 0, future.length > 0, selected]),
  always: (now) => {
    if (!EmailDocument.safeParse(now.context.email).success) throw new Error('the e-mail is no document');
  },
  moves: {
    'the person types': {
      when: ({ context }) => context.past.length < 3,
      go: ({ send }) => send({ type: 'blocks.change', block: block('Hi') }),
    },
    'the person adds a block': {
      when: ({ context }) => context.email.blocks.length < 3,
      go: ({ send }) => send({ type: 'blocks.add', kind: 'divider' }),
    },
    'the person copies a block': {
      when: ({ context }) => context.email.blocks.length < 3,
      go: ({ send }) => send({ type: 'blocks.copy', id: 1 }),
    },
    'the person moves a block down': { go: ({ send }) => send({ type: 'blocks.shift', id: 1, by: 1 }) },
    'the person drags a block': {
      go: ({ send }) => send({ type: 'blocks.move', id: 1, to: { list: 'email', index: 0 } }),
    },
    'the person deletes a block': {
      when: ({ context }) => context.past.length < 3,
      go: ({ send }) => send({ type: 'blocks.remove', id: 1 }),
    },
    'the person selects a block': { go: ({ send }) => send({ type: 'blocks.select', id: 1 }) },
    'the person undoes': { go: ({ send }) => send({ type: 'blocks.undo' }) },
    'the person does it again': { go: ({ send }) => send({ type: 'blocks.redo' }) },
    'a second passes': { go: ({ clock }) => clock.increment(STEP_AFTER_MS) },
  },
};

test('the blocks of an e-mail are walked through every state and transition', async () => {
  expect((await walk(blocksModel)).missing).toEqual({ states: [], transitions: [] });
});
