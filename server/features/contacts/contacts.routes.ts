import type { FastifyInstance } from 'fastify';
import { createContact, readContact, updateContact, updateTagsOfContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import {
  createNote,
  deleteNote,
  listNotes,
  restoreNote,
  updateNote,
  updatePinnedNote,
} from '#contract/contacts/notes.contract.ts';
import {
  assignToMe,
  findNeighbours,
  listHousehold,
  quickUpdateContact,
  undoAssignToMe,
  updateLinkedContact,
} from '#contract/contacts/person.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as assignment from './change/assign-contact.service.ts';
import * as change from './change/change-contact.service.ts';
import * as contacts from './contacts.service.ts';
import * as household from './page/household.service.ts';
import { linkContact } from './change/linked-contact.service.ts';
import * as list from './list/list-contacts.service.ts';
import { findNeighbours as find } from './page/neighbours.service.ts';
import { openContact } from './page/open-contact.service.ts';
import * as notes from './change/notes.service.ts';

export function contactsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listContacts, ({ identity, body }) =>
    list.listContacts(deps, identity, body.contacts_scope, { withTotal: body.with_total, with: body.with }),
  );
  bindChange(app, createContact, async (call) => ({ data: await contacts.createContact(deps, call, call.body) }));
  bind(app, readContact, ({ identity, params, query }) => openContact(deps, identity, query.by ?? 'id', params.id));
  bindChange(app, updateContact, async (call) => ({
    data: await change.updateContact(deps, call, {
      id: call.params.id,
      body: call.body,
      staysNew: call.query.not_remove_new_tag !== undefined,
    }),
  }));
  bindChange(app, updateTagsOfContact, async (call) => ({ data: await change.updateTags(deps, call, call.body) }));

  bindChange(app, quickUpdateContact, async (call) => ({
    data: await change.quickUpdate(deps, call, { id: call.params.id, body: call.body }),
  }));
  bindChange(app, updateLinkedContact, async (call) => ({
    data: await linkContact(deps, call, { id: call.params.id, to: call.body.linked_contact_id }),
  }));
  bindChange(app, assignToMe, async (call) => ({ data: await assignment.assignToMe(deps, call, call.params.id) }));
  bindChange(app, undoAssignToMe, async (call) => ({
    data: await assignment.undoAssignToMe(deps, call, call.params.id),
  }));
  bind(app, listHousehold, async ({ identity, params }) => ({
    data: await household.listHousehold(deps, identity, params.id),
  }));
  bind(app, findNeighbours, async ({ identity, params, body }) => ({
    data: await find(deps, identity, params.id, body.contacts_scope),
  }));

  bind(app, listNotes, ({ identity, params, query }) => notes.listNotes(deps, identity, params.id, query));
  bindChange(app, createNote, async (call) => ({
    data: await notes.createNote(deps, call, { contactId: call.params.id, body: call.body.body }),
  }));
  bindChange(app, updateNote, async (call) => {
    const place = { contactId: call.params.id, noteId: call.params.noteId };
    return { data: await notes.updateNote(deps, call, place, call.body.body) };
  });
  bindChange(app, deleteNote, (call) =>
    notes.deleteNote(deps, call, { contactId: call.params.id, noteId: call.params.noteId }),
  );
  bindChange(app, restoreNote, async (call) => ({
    data: await notes.restoreNote(deps, call, { contactId: call.params.id, noteId: call.params.noteId }),
  }));
  bindChange(app, updatePinnedNote, async (call) => ({
    data: await notes.updatePinnedNote(deps, call, { contactId: call.params.id, body: call.body.body }),
  }));
}
