import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import {
  type createQuickFilter as CreateQuickFilter,
  MAX_QUICK_FILTERS,
  type QuickFilter,
  type updateQuickFilter as UpdateQuickFilter,
} from '#contract/quick-filters.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { listContacts } from '../contacts/list/list-contacts.service.ts';
import * as sql from './quick-filters.sql.ts';

interface Asker {
  readonly identity: Identity;
  readonly requestId: string;
}

const unknown = () => new Refusal('not_found', 'There is no such view.');

/** A view means which contacts, not where somebody stood in them. */
const wholeScope = ({ cursor: _cursor, ...scope }: ContactsScope): ContactsScope => ({
  ...scope,
  page: 1,
  for_contact_group_all: false,
});

/** A scope is read as the contract has it today: words that it no longer knows make the view one of everybody. */
const toFilter = (row: sql.FilterRow, userId: number): QuickFilter => {
  const read = ContactsScope.safeParse(row.scope);
  return {
    id: row.id,
    name: row.name,
    scope: read.success ? read.data : ContactsScope.parse({}),
    shared: row.shared,
    owner: { id: row.user_id, name: row.owner_name },
    mine: row.user_id === userId,
  };
};

/** One's own views first, then those that people above share. */
export const listFilters = (deps: Deps, identity: Identity): Promise<QuickFilter[]> =>
  withAccount(deps.pool, identity, async (tx) =>
    (await sql.findFilters(tx, identity.userId)).map((row) => toFilter(row, identity.userId)),
  );

/** With its count. @throws {Refusal} `not_found`, `unavailable` when counting takes too long. */
export async function readFilter(
  deps: Deps,
  identity: Identity,
  id: number,
): Promise<QuickFilter & { count: number | null }> {
  const filter = await withAccount(deps.pool, identity, async (tx) => {
    const row = await sql.findFilter(tx, identity.userId, id);
    if (row === null) throw unknown();
    return toFilter(row, identity.userId);
  });
  return { ...filter, count: await countOf(deps, identity, filter.scope) };
}

async function countOf(deps: Deps, identity: Identity, scope: ContactsScope): Promise<number | null> {
  try {
    const { meta } = await listContacts(deps, identity, { ...scope, page: 1, limit: 1 });
    return meta.total_count;
  } catch (error) {
    const isGone = error instanceof Refusal && (error.code === 'not_found' || error.code === 'access_denied');
    if (!isGone) throw error;
    return null;
  }
}

/** @throws {Refusal} `refused` by field: a name that is taken, too many views. */
export function createFilter(
  deps: Deps,
  { identity, requestId }: Asker,
  body: Body<typeof CreateQuickFilter>,
): Promise<QuickFilter> {
  const name = readName(body.name);
  return withAccount(deps.pool, identity, async (tx) => {
    await sql.lockFilters(tx, identity.userId);
    const count = await sql.countFilters(tx, identity.userId);
    if (count >= MAX_QUICK_FILTERS) {
      throw refuseField('name', `You have ${MAX_QUICK_FILTERS} saved views: remove one first.`);
    }
    await requireFree(tx, identity.userId, name, 0);
    const id = await sql.insertFilter(tx, {
      userId: identity.userId,
      name,
      scope: wholeScope(body.scope),
      shared: body.shared ?? false,
      position: count,
    });
    await audit(tx, { identity, requestId }, 'quick_filter.created', id);
    return requireOwn(tx, identity, id);
  });
}

/** @throws {Refusal} `not_found` for one of somebody else, `refused` by field. */
export function updateFilter(
  deps: Deps,
  { identity, requestId }: Asker,
  id: number,
  body: Body<typeof UpdateQuickFilter>,
): Promise<QuickFilter> {
  return withAccount(deps.pool, identity, async (tx) => {
    await sql.lockFilters(tx, identity.userId);
    const stored = await requireOwn(tx, identity, id);
    const name = body.name === undefined ? stored.name : readName(body.name);
    await requireFree(tx, identity.userId, name, id);
    await sql.updateFilter(tx, id, {
      name,
      scope: body.scope === undefined ? stored.scope : wholeScope(body.scope),
      shared: body.shared ?? stored.shared,
      position: body.position ?? null,
    });
    await audit(tx, { identity, requestId }, 'quick_filter.updated', id);
    return requireOwn(tx, identity, id);
  });
}

/** @throws {Refusal} `not_found` for one of somebody else. */
export function deleteFilter(deps: Deps, { identity, requestId }: Asker, id: number): Promise<void> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireOwn(tx, identity, id);
    await sql.deleteFilter(tx, id);
    await audit(tx, { identity, requestId }, 'quick_filter.deleted', id);
  });
}

async function requireOwn(tx: Tx, { userId }: Identity, id: number): Promise<QuickFilter> {
  const row = await sql.findFilter(tx, userId, id);
  if (row === null || row.user_id !== userId) throw unknown();
  return toFilter(row, userId);
}

function readName(written: string): string {
  const name = cleanLine(written);
  if (name === '') throw refuseField('name', 'Give the view a name.');
  return name;
}

async function requireFree(tx: Tx, userId: number, name: string, besides: number): Promise<void> {
  if (await sql.isNamed(tx, userId, name, besides)) throw refuseField('name', 'Another of your views has this name.');
}

const audit = (tx: Tx, { identity, requestId }: Asker, action: string, id: number) =>
  writeAudit(tx, identity, requestId, { action, subjectType: 'quick_filter', subjectId: id });
