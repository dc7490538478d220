import { beforeAll, describe, expect, test } from 'vitest';
import {
  callNotesMachine,
  NOTE_AGAIN_AFTER_MS,
  NOTE_SAVE_AFTER_MS,
  type NotesByCall,
} from '../../src/machines/phone/call-notes.machine.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const types = (drafts: NotesByCall): Move => ({ go: ({ send }) => send({ type: 'notes.typed', drafts }) });
const shows = (shown: readonly number[]): Move => ({ go: ({ send }) => send({ type: 'notes.shown', shown }) });

/** Everything that typing, the server and time can do to the notes of calls. */
const callNotesModel: Model = {
  name: 'call-notes',
  starts: {
    fresh: ({ hold }) => ({
      machine: callNotesMachine.provide({ actors: { drafts: hold('drafts'), save: hold('save') } }),
    }),
  },
  key: ({ context }) => JSON.stringify([context.drafts, context.saved, context.shown]),
  moves: {
    'a note is typed': types({ 31: 'asks for Part D' }),
    'the note is emptied': types({ 31: '' }),
    'a note of another call is typed': types({ 31: 'asks for Part D', 32: 'call back' }),
    'the drafts are forgotten': types({}),
    'the call is on the screen': shows([31]),
    'no call is on the screen': shows([]),
    'half of the pause passes': { go: ({ clock }) => clock.increment(NOTE_SAVE_AFTER_MS / 2) },
    'the pause passes': { go: ({ clock }) => clock.increment(NOTE_SAVE_AFTER_MS) },
    'the wait after a failure passes': { go: ({ clock }) => clock.increment(NOTE_AGAIN_AFTER_MS) },
    'the server saves it': {
      when: runs('save'),
      go: ({ ports }) => ports.done('save', { callId: 31, note: 'asks for Part D' }),
    },
    'the server refuses it': { when: runs('save'), go: ({ ports }) => ports.failed('save') },
    'the drafts cannot be read': { when: runs('drafts'), go: ({ ports }) => ports.failed('drafts') },
  },
};

describe('the notes of calls', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(callNotesModel);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('are saved one at a time, and never without a pause', () => {
    const begun = walked.edges.filter(({ from, to }) => !from.includes('saving') && to.includes('saving'));
    expect(begun.length).toBeGreaterThan(0);
    expect(begun.filter(({ move }) => !/^(the pause|the wait)/u.test(move))).toEqual([]);
  });
});
