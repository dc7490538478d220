import { type HouseholdMember, MAX_HOUSEHOLD } from '#contract/contacts/person.contract.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { requireContact } from '../contacts.service.ts';
import { findHousehold, type HouseholdRow } from './household.sql.ts';
import { visibilityValues } from '../contact-visibility.ts';

interface Household {
  members: HouseholdMember[];
  deleted: HouseholdMember[];
}

/** Visible members of a household that exist, within another read. */
export const homeOf = async (tx: Tx, identity: Identity, id: number): Promise<HouseholdRow[]> =>
  (await findHousehold(tx, visibilityValues(identity), id, MAX_HOUSEHOLD)).filter((row) => !row.is_deleted);

/** Household of a contact, as visible to the caller. @throws {Refusal} `not_found`. */
export function listHousehold(deps: Deps, identity: Identity, id: number): Promise<Household> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, id);
    const rows = await findHousehold(tx, visibilityValues(identity), id, MAX_HOUSEHOLD);
    return {
      members: rows.filter((row) => !row.is_deleted).map(toMember),
      deleted: rows.filter((row) => row.is_deleted).map(toMember),
    };
  });
}

const toMember = ({ owner_id, owner_name, is_deleted: _apart, ...member }: HouseholdRow): HouseholdMember => ({
  ...member,
  owner: { id: owner_id, name: owner_name },
});
