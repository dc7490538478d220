import { MAX_COUNTED_PLACES, type Neighbours } from '#contract/contacts/person.contract.ts';
import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { selectableScope } from '../list/contact-scope.service.ts';
import { requireContact } from '../contacts.service.ts';
import { searchContacts } from '../list/list-contacts.sql.ts';
import { type Around, findAround, findPlace } from './neighbours.sql.ts';

/**
 * Neighbors of a contact in a list, from the contact's sort position: also when the list no longer contains it. Its
 * index is known as far as positions are counted.
 * @throws {Refusal} `not_found`, `refused` by field of the scope.
 */
export function findNeighbours(deps: Deps, identity: Identity, id: number, scope: ContactsScope): Promise<Neighbours> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, id);
    const asked = await selectableScope(deps, tx, identity, scope);
    if (asked.match === 'both') return aroundClose(await findAround(tx, asked, id, MAX_COUNTED_PLACES));
    const beside = async (flip: boolean): Promise<number | null> => {
      const start = { after: { id, key: null }, offset: 0, most: 1, withTotal: false };
      const { rows } = await searchContacts(tx, { ...asked, descending: asked.descending !== flip }, start);
      return rows[0]?.number ?? null;
    };
    const [previous, next] = [await beside(true), await beside(false)];
    const { position, counted } = await findPlace(tx, asked, id, MAX_COUNTED_PLACES);
    return {
      previous,
      next,
      position: position !== null && position <= MAX_COUNTED_PLACES ? position : null,
      total: counted > MAX_COUNTED_PLACES ? null : counted,
    };
  });
}

/** Close matches are few and have no sort key: they are found by position. */
const aroundClose = ({ previous, next, position, counted }: Around): Neighbours => ({
  previous,
  next,
  position,
  total: counted > MAX_COUNTED_PLACES ? null : counted,
});
