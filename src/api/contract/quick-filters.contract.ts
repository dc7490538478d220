import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { ContactsScope } from './contacts/scope.contract.ts';
import { changed, created, listed, removed, resource, shown } from './resource.ts';

// ---- schemas ---------------------------------------------------------------

const Name = z.string().check(z.trim(), z.minLength(1, 'Enter a view name.'), z.maxLength(60));

/** A saved view of the contact list. */
export const QuickFilter = z.object({
  id: Id,
  name: z.string(),
  /** Page and cursor are those of the first page. */
  scope: ContactsScope,
  /** True when its owner's downline may use it. */
  shared: z.boolean(),
  owner: z.object({ id: Id, name: z.string() }),
  /** True when the current user may change it. */
  mine: z.boolean(),
});
export type QuickFilter = z.output<typeof QuickFilter>;

const CountedFilter = z.extend(QuickFilter, {
  /** `null`: a person or pool that it names is not there any more. */
  count: z.nullable(z.int()),
});

/** Maximum saved views per user. Our choice: more are hard to find. */
export const MAX_QUICK_FILTERS = 50;

// ---- endpoints -------------------------------------------------------------

export const quickFilters = resource(
  {
    path: '/v1/quick_filters',
    one: 'QuickFilter',
    many: 'QuickFilters',
    label: { one: 'saved view', many: 'saved views' },
    subject: 'quick_filter',
    access: { read: 'contacts.read', write: 'contacts.read' },
  },
  {
    list: listed(QuickFilter, {
      summary: 'List the saved views of the current user and those that people above them share',
    }),
    read: shown(CountedFilter, { summary: 'Show one saved view, with how many contacts the current user has in it' }),
    create: created(
      QuickFilter,
      z.strictObject({ name: Name, scope: ContactsScope, shared: z.optional(z.boolean()) }),
      { summary: 'Save a view of the contact list' },
    ),
    update: changed(
      QuickFilter,
      z.strictObject({
        name: z.optional(Name),
        scope: z.optional(ContactsScope),
        shared: z.optional(z.boolean()),
        /** Place among the own views, from 0. */
        position: z.optional(z.int().check(z.minimum(0), z.maximum(1_000))),
      }),
      { summary: 'Rename a saved view, change its filter, or share it' },
    ),
    remove: removed({ summary: 'Remove a saved view; its contacts stay' }),
  },
);

export const {
  list: listQuickFilters,
  read: readQuickFilter,
  create: createQuickFilter,
  update: updateQuickFilter,
  remove: deleteQuickFilter,
} = quickFilters;
