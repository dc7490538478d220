import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- schemas ---------------------------------------------------------------

const Person = z.object({ id: Id, name: z.string() });

export const Note = z.object({
  id: Id,
  body: z.string(),
  author: Person,
  /** The user who had logged in as the author, or `null`. */
  written_by: z.nullable(Person),
  /** The pinned note. */
  pinned: z.boolean(),
  created_at: Instant,
  /** Later than `created_at` once it was changed. */
  updated_at: Instant,
});
export type Note = z.output<typeof Note>;

/** Characters of a note at most. Ours. */
export const NOTE_MAX = 20_000;

const ContactParams = z.strictObject({ id: PathId });
const NoteParams = z.strictObject({ id: PathId, noteId: PathId });
const NoteBody = z.strictObject({
  body: z.string().check(z.trim(), z.minLength(1, 'Enter some text first.'), z.maxLength(NOTE_MAX)),
});

// ---- endpoints -------------------------------------------------------------

export const listNotes = endpoint({
  name: 'listNotes',
  method: 'GET',
  path: '/v1/contacts/:id/notes',
  summary: 'Notes of a contact: the pinned one, then newest first',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  query: z.strictObject({
    /** Words that a note has, without regard to capitals and accents. */
    q: z.optional(z.string().check(z.maxLength(200))),
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 100),
  }),
  reply: z.object({ data: z.array(Note), meta: ListMeta }),
});

export const createNote = endpoint({
  name: 'createNote',
  method: 'POST',
  path: '/v1/contacts/:id/notes',
  summary: 'Write a note',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'note.created',
  params: ContactParams,
  body: NoteBody,
  reply: z.object({ data: Note }),
});

export const updateNote = endpoint({
  name: 'updateNote',
  method: 'PATCH',
  path: '/v1/contacts/:id/notes/:noteId',
  summary: 'Change a note',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'note.updated',
  params: NoteParams,
  body: NoteBody,
  reply: z.object({ data: Note }),
});

export const deleteNote = endpoint({
  name: 'deleteNote',
  method: 'DELETE',
  path: '/v1/contacts/:id/notes/:noteId',
  summary: 'Remove a note',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'note.deleted',
  params: NoteParams,
  reply: null,
});

/** Not among the 404 specified calls: undoes the removal. */
export const restoreNote = endpoint({
  name: 'restoreNote',
  method: 'POST',
  path: '/v1/contacts/:id/notes/:noteId/restore',
  summary: 'Restore a removed note',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'note.restored',
  params: NoteParams,
  reply: z.object({ data: Note }),
});

export const updatePinnedNote = endpoint({
  name: 'updatePinnedNote',
  method: 'PATCH',
  path: '/v1/contacts/:id/update_note',
  summary: 'Set the pinned note of a contact; empty removes it',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'note.pinned',
  params: ContactParams,
  body: z.strictObject({ body: z.string().check(z.trim(), z.maxLength(NOTE_MAX)) }),
  /** The note that was pinned or unpinned. `null` when there was none. */
  reply: z.object({ data: z.nullable(Note) }),
});
