import { ROLES } from '#contract/access.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/users.contract.ts';
import { accountTypeOf } from '#rules/access/account-type.ts';
import { mayDo } from '#rules/access/permissions.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { callerOf } from './people-visibility.ts';
import type { PeopleVisibility } from './people.sql.ts';
import { findActive, findHolders, findLeaders, findUnits, type NamedRow } from './user-people.sql.ts';
import { decidesForAccount } from './user-rights.ts';

type People = Reply<typeof contract.listAdminOwners>['data'];

/** Roles that lead others, and so may have people below them. */
export const LEADING_ROLES = ROLES.filter((role) => mayDo([role], 'users.read'));

const people = async (
  deps: Deps,
  identity: Identity,
  find: (tx: Tx, visibility: PeopleVisibility) => Promise<NamedRow[]>,
) =>
  withAccount(deps.pool, identity, async (tx): Promise<People> => {
    const { visibility } = await callerOf(tx, identity);
    const rows = await find(tx, visibility);
    return rows.map(({ roles, ...row }) => ({ ...row, role: accountTypeOf(roles) }));
  });

export const listOwners = (deps: Deps, identity: Identity): Promise<People> => people(deps, identity, findActive);

export const listPoolHolders = (deps: Deps, identity: Identity): Promise<People> => people(deps, identity, findHolders);

/** Units in which the caller may place a user; for one who decides for the account, all of them. */
export const listPlaces = (deps: Deps, identity: Identity) =>
  withAccount(deps.pool, identity, async (tx) => {
    const { visibility } = await callerOf(tx, identity);
    const leaders = await findLeaders(tx, visibility, LEADING_ROLES);
    return {
      business_units: await findUnits(tx, decidesForAccount(identity) ? null : identity.businessUnitId),
      managers: leaders.map(({ roles: _roles, ...leader }) => leader),
    };
  });
