import type { Body } from '#contract/endpoint.ts';
import {
  type addFavorites as AddFavorites,
  type FavoriteList,
  favorites,
  MAX_FAVORITE_LISTS,
  MAX_FAVORITES,
  type removeFavorites as RemoveFavorites,
} from '#contract/favorites.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { userStream } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { tellChange } from '../../resource/resource.service.ts';
import * as sql from './favorites.sql.ts';
import { visibilityValues } from '../contacts/contact-visibility.ts';

interface Caller {
  readonly identity: Identity;
  readonly requestId: string;
}

const unknown = () => new Refusal('not_found', 'Favorite list not found.');

/** The lists of one person with what they may still see of them. */
export const listFavorites = (deps: Deps, identity: Identity): Promise<FavoriteList[]> =>
  withAccount(deps.pool, identity, (tx) => sql.findLists(tx, visibilityValues(identity)));

/** @throws {Refusal} `refused` by field: an unknown person, or more than a list or a user may have. */
export function addFavorites(
  deps: Deps,
  { identity, requestId }: Caller,
  body: Body<typeof AddFavorites>,
): Promise<FavoriteList> {
  const name = cleanLine(body.name);
  if (name === '') throw refuseField('name', 'Enter a list name.');
  return withAccount(deps.pool, identity, async (tx) => {
    await requireSeen(tx, identity, body);
    await sql.lockLists(tx, identity.userId);
    const id =
      (await sql.findNamed(tx, identity.userId, body.kind, name)) ?? (await newList(tx, identity, body.kind, name));
    await sql.addItems(tx, id, body.ids);
    if ((await sql.countItems(tx, id)) > MAX_FAVORITES)
      throw refuseField('ids', `A list can hold up to ${MAX_FAVORITES}.`);
    const detail = { kind: body.kind, ids: body.ids };
    await writeAudit(tx, identity, requestId, {
      action: 'favorites.added',
      subjectType: 'favorite_list',
      subjectId: id,
      detail,
    });
    await tellChange(tx, identity.accountId, favorites, id, [userStream(identity.userId)]);
    const [list] = await sql.findLists(tx, visibilityValues(identity), id);
    if (list === undefined) throw unknown();
    return list;
  });
}

async function newList(tx: Tx, identity: Identity, kind: string, name: string): Promise<number> {
  if ((await sql.countLists(tx, identity.userId)) >= MAX_FAVORITE_LISTS) {
    throw refuseField('name', `You've reached the limit of ${MAX_FAVORITE_LISTS} favorite lists. Remove one first.`);
  }
  return sql.insertList(tx, identity.userId, kind, name);
}

async function requireSeen(tx: Tx, identity: Identity, { kind, ids }: Body<typeof AddFavorites>): Promise<void> {
  const asked = [...new Set(ids)];
  const seen =
    kind === 'contacts'
      ? await sql.countSeenContacts(tx, visibilityValues(identity), asked)
      : await sql.countSeenPeople(tx, visibilityValues(identity), asked);
  if (seen < asked.length)
    throw refuseField('ids', `A ${kind === 'contacts' ? 'contact' : 'user'} is no longer available.`);
}

/** Removing an absent item does nothing. @throws {Refusal} `not_found` for someone else's list. */
export function removeFavorites(
  deps: Deps,
  { identity, requestId }: Caller,
  { id, ids }: Body<typeof RemoveFavorites>,
): Promise<void> {
  return withAccount(deps.pool, identity, async (tx) => {
    if (!(await sql.isListOf(tx, identity.userId, id))) throw unknown();
    await (ids === undefined ? sql.deleteList(tx, id) : sql.deleteItems(tx, id, ids));
    const detail = ids === undefined ? { list: true } : { ids };
    await writeAudit(tx, identity, requestId, {
      action: 'favorites.removed',
      subjectType: 'favorite_list',
      subjectId: id,
      detail,
    });
    await tellChange(tx, identity.accountId, favorites, id, [userStream(identity.userId)]);
  });
}
