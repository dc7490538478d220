import * as z from 'zod/mini';
import { Id, PathId } from './_wire.contract.ts';
import { ContactsScope } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

const Name = z.string().check(z.trim(), z.minLength(1, 'Give the view a name.'), z.maxLength(60));

/** A saved view of the contact list. */
export const QuickFilter = z.object({
  id: Id,
  name: z.string(),
  /** Page and cursor are those of the first page. */
  scope: ContactsScope,
  /** True: everybody below its owner may use it. */
  shared: z.boolean(),
  owner: z.object({ id: Id, name: z.string() }),
  /** Whether the asker may change it. */
  mine: z.boolean(),
});
export type QuickFilter = z.output<typeof QuickFilter>;

/** Saved views that one person keeps at most. Ours: more are not found again. */
export const MAX_QUICK_FILTERS = 50;

const Params = z.strictObject({ id: PathId });

const read = { effect: 'read', access: 'contacts.read', idempotent: false, rate: 'read', audit: null } as const;
const write = { effect: 'write', access: 'contacts.read', idempotent: true, rate: 'write' } as const;

// ---- endpoints -------------------------------------------------------------

export const listQuickFilters = endpoint({
  ...read,
  name: 'listQuickFilters',
  method: 'GET',
  path: '/v1/quick_filters',
  summary: 'The saved views of the current user and those that people above them share',
  reply: z.object({ data: z.array(QuickFilter) }),
});

export const readQuickFilter = endpoint({
  ...read,
  name: 'readQuickFilter',
  method: 'GET',
  path: '/v1/quick_filters/:id',
  summary: 'One saved view, with how many contacts the current user has in it',
  params: Params,
  reply: z.object({
    data: z.extend(QuickFilter, {
      /** `null`: a person or pool that it names is not there any more. */
      count: z.nullable(z.int()),
    }),
  }),
});

export const createQuickFilter = endpoint({
  ...write,
  name: 'createQuickFilter',
  method: 'POST',
  path: '/v1/quick_filters',
  summary: 'Save a view of the contact list',
  audit: 'quick_filter.created',
  body: z.strictObject({ name: Name, scope: ContactsScope, shared: z.optional(z.boolean()) }),
  reply: z.object({ data: QuickFilter }),
});

export const updateQuickFilter = endpoint({
  ...write,
  name: 'updateQuickFilter',
  method: 'PATCH',
  path: '/v1/quick_filters/:id',
  summary: 'Rename a saved view, set what it shows, or share it',
  audit: 'quick_filter.updated',
  params: Params,
  body: z.strictObject({
    name: z.optional(Name),
    scope: z.optional(ContactsScope),
    shared: z.optional(z.boolean()),
    /** Place among the own views, from 0. */
    position: z.optional(z.int().check(z.minimum(0), z.maximum(1_000))),
  }),
  reply: z.object({ data: QuickFilter }),
});

export const deleteQuickFilter = endpoint({
  ...write,
  name: 'deleteQuickFilter',
  method: 'DELETE',
  path: '/v1/quick_filters/:id',
  summary: 'Remove a saved view; its contacts stay',
  audit: 'quick_filter.deleted',
  params: Params,
  reply: null,
});
