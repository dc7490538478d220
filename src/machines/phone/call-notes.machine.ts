import { assign, setup } from 'xstate';
import { promisePort, streamPort } from '../port.ts';

/** Milliseconds without a key before a note is saved. Source: core §9, the default debounce. */
export const NOTE_SAVE_AFTER_MS = 500;
/** Milliseconds until a note that could not be saved is sent again. Ours. */
export const NOTE_AGAIN_AFTER_MS = 5_000;

/** Texts by call ID. */
export type NotesByCall = Readonly<Record<number, string>>;

export interface NoteToSave {
  readonly callId: number;
  readonly note: string;
}

interface NotesContext {
  /** As typed; kept over a reload until saved. */
  readonly drafts: NotesByCall;
  /** As the server has them. */
  readonly saved: NotesByCall;
  /** Calls whose notes are on the screen. */
  readonly shown: readonly number[];
}

const callsIn = (notes: NotesByCall): readonly number[] => Object.keys(notes).map(Number);

const dueIn = ({ drafts, saved }: NotesContext): NoteToSave | null => {
  const callId = callsIn(drafts).find((id) => drafts[id] !== saved[id]);
  return callId === undefined ? null : { callId, note: drafts[callId] ?? '' };
};

const isSame = (one: NoteToSave | null, other: NoteToSave | null): boolean =>
  one?.callId === other?.callId && one?.note === other?.note;

/** Drafts that are saved and no longer on the screen. */
const overIn = ({ drafts, saved, shown }: NotesContext): readonly number[] =>
  callsIn(drafts).filter((id) => drafts[id] === saved[id] && !shown.includes(id));

const FORGET = {
  type: 'forget' as const,
  params: ({ context }: { context: NotesContext }) => ({ callIds: overIn(context) }),
};

/**
 * Saves the notes of calls as they are typed, one at a time, whichever view they are typed in.
 *
 *   resting ⇄ quiet ─ 500 ms without a key → saving ─ saved → resting, quiet
 *                                             └ failed ─ 5 s → saving
 */
export const callNotesMachine = setup({
  types: {
    context: {} as NotesContext,
    events: {} as NotesFact,
    tags: {} as 'failed',
  },
  actors: {
    /** Tells the drafts as they are now, and whenever they change. */
    drafts: streamPort<NotesFact>('drafts'),
    /** Answers what it has saved. */
    save: promisePort<NoteToSave, NoteToSave>('save'),
  },
  actions: {
    keepDrafts: assign({ drafts: (_, params: { drafts: NotesByCall }) => params.drafts }),
    keepShown: assign({ shown: (_, params: { shown: readonly number[] }) => params.shown }),
    noteSaved: assign({ saved: ({ context }, { callId, note }: NoteToSave) => ({ ...context.saved, [callId]: note }) }),
    /** Removes the drafts of these calls. */
    forget: (_args, _params: { callIds: readonly number[] }) => undefined,
  },
  guards: {
    isDue: ({ context }) => dueIn(context) !== null,
    /** Another note is to be saved next, or the same one has changed. */
    isOther: ({ context }, { drafts }: { drafts: NotesByCall }) =>
      !isSame(dueIn(context), dueIn({ ...context, drafts })),
  },
  delays: { quiet: NOTE_SAVE_AFTER_MS, again: NOTE_AGAIN_AFTER_MS },
}).createMachine({
  id: 'call-notes',
  context: { drafts: {}, saved: {}, shown: [] },
  invoke: { src: 'drafts', onError: {} },
  initial: 'resting',
  on: {
    'notes.typed': { actions: [{ type: 'keepDrafts', params: ({ event }) => event }, FORGET] },
    'notes.shown': { actions: [{ type: 'keepShown', params: ({ event }) => event }, FORGET] },
  },
  states: {
    resting: { always: { guard: 'isDue', target: 'quiet' } },
    quiet: {
      on: {
        'notes.typed': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'resting',
          actions: [{ type: 'keepDrafts', params: ({ event }) => event }, FORGET],
        },
      },
      after: { quiet: 'saving' },
    },
    saving: {
      invoke: {
        src: 'save',
        // Something is due here, or there was no way in.
        input: ({ context }) => dueIn(context)!,
        onDone: {
          target: 'resting',
          actions: [{ type: 'noteSaved', params: ({ event }) => event.output }, FORGET],
        },
        onError: 'failed',
      },
    },
    failed: {
      tags: ['failed'],
      on: {
        'notes.typed': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'failed',
          reenter: true,
          actions: [{ type: 'keepDrafts', params: ({ event }) => event }, FORGET],
        },
      },
      after: { again: [{ guard: 'isDue', target: 'saving' }, { target: 'resting' }] },
    },
  },
});

export type NotesFact =
  | { readonly type: 'notes.typed'; readonly drafts: NotesByCall }
  | { readonly type: 'notes.shown'; readonly shown: readonly number[] };
