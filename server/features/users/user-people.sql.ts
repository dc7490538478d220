import type { Role } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { PeopleVisibility } from './people.sql.ts';

export interface NamedRow {
  readonly id: number;
  readonly name: string;
  readonly roles: Role[];
  readonly business_unit_id: number;
}

/** Condition for the user `u` of the account to be visible. Its values are `$1` to `$3`. */
const SEEN = `($1 = 'account' or ($1 = 'businessUnit' and u.business_unit_id = $3)
  or u.id in (select descendant_id from user_tree where ancestor_id = $2))`;

const sightValues = ({ reach, userId, businessUnitId }: PeopleVisibility) => [reach, userId, businessUnitId];

/** Names that one choice shows at most. Ours: a longer one is searched, not read. */
const MAX_NAMES = 2_000;

const NAMED = `u.id, btrim(u.first_name || ' ' || u.last_name) as name, u.roles, u.business_unit_id`;

export const findActive = (tx: Tx, visibility: PeopleVisibility) =>
  tx.raw<NamedRow>(
    `select ${NAMED} from users u where u.active and ${SEEN} order by u.sort_key, u.id limit ${MAX_NAMES}`,
    sightValues(visibility),
  );

export const findHolders = (tx: Tx, visibility: PeopleVisibility) =>
  tx.raw<NamedRow>(
    `select ${NAMED} from users u
     where u.active and ${SEEN} and u.id in (select user_id from pool_holders)
     order by u.sort_key, u.id limit ${MAX_NAMES}`,
    sightValues(visibility),
  );

/** Active people with one of these roles. */
export const findLeaders = (tx: Tx, visibility: PeopleVisibility, roles: readonly Role[]) =>
  tx.raw<NamedRow>(
    `select ${NAMED} from users u
     where u.active and ${SEEN} and u.roles && $4::text[]
     order by u.sort_key, u.id limit ${MAX_NAMES}`,
    [...sightValues(visibility), roles],
  );

/** The manager, if visible. */
export async function findLeader(tx: Tx, visibility: PeopleVisibility, roles: readonly Role[], id: number) {
  const rows = await tx.raw<NamedRow>(
    `select ${NAMED} from users u where u.id = $5 and u.active and ${SEEN} and u.roles && $4::text[]`,
    [...sightValues(visibility), roles, id],
  );
  return rows[0] ?? null;
}

/** `only`: this one; null: all of the account. */
export const findUnits = (tx: Tx, only: number | null) =>
  tx.raw<{ id: number; name: string; active: boolean }>(
    'select id, name, active from business_units where $1::bigint is null or id = $1 order by lower(name), id',
    [only],
  );
