import type { FastifyInstance } from 'fastify';
import {
  createContact,
  createNote,
  deleteContacts,
  deleteNote,
  listContacts,
  listNotes,
  readContact,
  restoreContacts,
  updateContact,
  updateNote,
  updateTagsOfContact,
} from '#contract/contacts.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as contacts from './contacts.service.ts';
import * as deletion from './delete-contacts.service.ts';
import * as list from './list-contacts.service.ts';
import * as notes from './notes.service.ts';

export function contactsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listContacts, ({ identity, body }) => list.listContacts(deps, identity, body.contacts_scope));
  bind(app, createContact, async (call) => ({ data: await contacts.createContact(deps, call, call.body) }));
  bind(app, readContact, async ({ identity, params, query }) => ({
    data: await contacts.readContact(deps, identity, query.by ?? 'id', params.id),
  }));
  bind(app, updateContact, async (call) => ({
    data: await contacts.updateContact(deps, call, { id: call.params.id, body: call.body }),
  }));
  bind(app, updateTagsOfContact, async (call) => ({ data: await contacts.updateTags(deps, call, call.body) }));
  bind(app, deleteContacts, async (call) => ({
    data: { ids: await deletion.deleteContacts(deps, call, call.body.ids) },
  }));
  bind(app, restoreContacts, async (call) => ({
    data: { ids: await deletion.restoreContacts(deps, call, call.body.ids) },
  }));

  bind(app, listNotes, async ({ identity, params }) => ({ data: await notes.listNotes(deps, identity, params.id) }));
  bind(app, createNote, async (call) => ({
    data: await notes.createNote(deps, call, { contactId: call.params.id, body: call.body.body }),
  }));
  bind(app, updateNote, async (call) => {
    const place = { contactId: call.params.id, noteId: call.params.noteId };
    return { data: await notes.updateNote(deps, call, place, call.body.body) };
  });
  bind(app, deleteNote, (call) =>
    notes.deleteNote(deps, call, { contactId: call.params.id, noteId: call.params.noteId }),
  );
}
