import { sql } from 'kysely';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { MAX_QUICK_FILTERS } from '#contract/quick-filters.contract.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { requirePrescriptions } from '../contacts/list/prescription-filter.ts';
import { named, plain } from '../../resource/columns.ts';
import { countOf, uniqueName } from '../../resource/rules.ts';
import { type Rule, table, type Visibility } from '../../resource/table.ts';
import { ofOwner } from '../../resource/visibility.ts';

/** Own and shared views that a list shows at most. Ours: twice what one person keeps, and a hundred of others. */
const MOST_ROWS = MAX_QUICK_FILTERS + 100;

/** A view holds conditions, not a place in the list. */
const wholeScope = ({ cursor: _cursor, ...scope }: ContactsScope): ContactsScope => ({
  ...scope,
  page: 1,
  for_contact_group_all: false,
});

/** A user's own views, and those that people above them share. */
const ofOwnerAndDownline = (): Visibility => ({
  ...ofOwner(),
  place: async ({ tx, identity: { userId } }) => {
    await tx.raw(`select pg_advisory_xact_lock(hashtextextended('quick_filters', $1))`, [userId]);
    const count = await ownViews(tx, userId);
    if (count < MAX_QUICK_FILTERS) return { user_id: userId, position: count };
    throw refuseField('name', `You've reached the limit of ${MAX_QUICK_FILTERS} saved views. Remove one first.`);
  },
  seen: ({ userId }) => sql`(r.user_id = ${userId} or (r.shared and exists (
    select from user_tree t where t.ancestor_id = r.user_id and t.descendant_id = ${userId})))`,
  requireChange: ({ identity }, row) => {
    if (row['user_id'] !== identity.userId) throw new Refusal('not_found', 'View not found.');
  },
});

const ownViews = countOf((userId) => sql`select from quick_filters where user_id = ${userId}`);

const select = ({ userId }: Identity) => sql`r.id, r.name, r.scope, r.shared, r.user_id = ${userId} as mine,
  (select jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
   from users u where u.id = r.user_id) as owner`;

/** A view of prescriptions is for those who may view them. */
const ofVisiblePrescriptions: Rule = {
  beforeSave: ({ identity }, { values }) =>
    Promise.resolve(requirePrescriptions(identity, (values['scope'] as Partial<ContactsScope>).search ?? [])),
};

export const QUICK_FILTERS = table({
  name: 'quick_filters',
  title: 'name',
  columns: { name: named, scope: (scope) => wholeScope(scope as ContactsScope), shared: plain, position: plain },
  select,
  /** A scope that the contract no longer understands becomes a view of all contacts. */
  shape: ({ scope, ...row }) => {
    const read = ContactsScope.safeParse(scope);
    return { ...row, scope: read.success ? read.data : ContactsScope.parse({}) };
  },
  order: ({ userId }) => sql`r.user_id <> ${userId}, r.position, lower(r.name), r.id`,
  most: MOST_ROWS,
  visibility: ofOwnerAndDownline(),
  rules: [uniqueName('name', 'You already have a view with this name.'), ofVisiblePrescriptions],
});
