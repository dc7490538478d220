import type { Role } from '#contract/access.contract.ts';
import type { ActingReach } from '#rules/access/acting.ts';
import type { Reach } from '#rules/access/permissions.ts';
import type { Tx } from '../../db/tx.ts';

/** Visible users. */
export interface PeopleVisibility {
  readonly userId: number;
  readonly businessUnitId: number;
  readonly reach: Reach;
  /** Also the people of accounts that are assigned to them. */
  readonly withAssigned: boolean;
}

/** A person as lists and the head of the detail show them. */
export interface PersonRow {
  readonly id: number;
  readonly account_id: number;
  readonly account_name: string;
  readonly business_unit_id: number;
  readonly business_unit_name: string;
  /** `null`: the top of the tree. */
  readonly manager_id: number | null;
  readonly manager_name: string | null;
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly number: string;
  readonly roles: Role[];
  readonly active: boolean;
  readonly paid_user: boolean;
  readonly last_seen_at: Date | null;
  readonly created_at: Date;
  readonly downline_count: number;
  /** Relation of each level of the caller's stack to them. */
  readonly reaches: readonly ActingReach[];
}

/** Filters of the visible users; absent or null: none. */
export interface PeopleFilter {
  readonly id?: number;
  readonly words?: readonly string[];
  /** Limits to this user's downline. */
  readonly below?: number | null;
  readonly onlyAssigned?: boolean;
  readonly active?: boolean | null;
  /** Has one of the first and none of the second. */
  readonly roles?: { readonly any: readonly Role[]; readonly none: readonly Role[] } | null;
  /** Conditions on the person `p`, made for this query's values. */
  readonly also?: readonly Condition[];
}

/** Takes a value in and answers the name of its parameter. */
export type Value = (given: unknown) => string;

/** Writes an expression on the person `p`. */
export type Condition = (value: Value) => string;

export interface PeoplePage {
  /** Values for `reaches`. */
  readonly reaches: Condition;
  readonly order: keyof typeof ORDERS;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

const ORDERS = {
  last_name: 'p.sort_key',
  username: '(lower(p.username) collate "C")',
  last_seen_at: `coalesce(p.last_seen_at, '-infinity')`,
  created_at: 'p.created_at',
} as const;

const COLUMNS = `id, account_id, business_unit_id, manager_id, username, email, first_name, last_name, number, roles,
  active, paid_user, last_seen_at, created_at`;

const assignedTable = (caller: string) => `assigned as materialized (select * from assigned_people(${caller}))`;

/** Common tables up to `people p`, with its conditions. */
function selection(visibility: PeopleVisibility, filter: PeopleFilter) {
  const values: unknown[] = [];
  const value: Value = (given) => `$${values.push(given)}`;
  const { withAssigned, userId } = visibility;
  const sources: string[] = [];
  if (filter.onlyAssigned !== true) sources.push(ownPeople(visibility, filter, value));
  if (withAssigned) sources.push(assignedPeople(filter, value));
  // Empty result with the right columns.
  if (sources.length === 0) sources.push(`select ${COLUMNS}, sort_key, search_text from users where false`);
  const tables = [
    ...(withAssigned ? [assignedTable(value(userId))] : []),
    `people as (${sources.join(' union all ')})`,
  ].join(', ');
  const where = conditions(filter, value).join(' and ') || 'true';
  return { tables, where, values, value };
}

/** Users of the transaction's account, by row-level security. */
function ownPeople(
  { reach, userId, businessUnitId, withAssigned }: PeopleVisibility,
  { below }: PeopleFilter,
  value: Value,
) {
  const isBelow = (ancestor: string) => `u.id in (select descendant_id from user_tree where ancestor_id = ${ancestor})`;
  const parts: string[] = [];
  if (reach === 'businessUnit') {
    parts.push(`(u.business_unit_id = ${value(businessUnitId)} or ${isBelow(value(userId))})`);
  }
  if (reach === 'downline') parts.push(isBelow(value(userId)));
  if (below) {
    const top = value(below);
    parts.push(isBelow(top), `u.id <> ${top}`);
  }
  // Their own account can be assigned to them as well.
  if (withAssigned) parts.push('u.id not in (select id from assigned)');
  return `select ${COLUMNS}, sort_key, search_text from users u where ${parts.join(' and ') || 'true'}`;
}

function assignedPeople({ below }: PeopleFilter, value: Value) {
  const all = `select ${COLUMNS}, sort_key, search_text from assigned`;
  if (!below) return all;
  return `${all} where id in (
    with recursive team as (
      select id from assigned where manager_id = ${value(below)}
      union select a.id from assigned a join team on a.manager_id = team.id
    ) select id from team)`;
}

function conditions({ id, words = [], active, roles, also = [] }: PeopleFilter, value: Value) {
  return [
    ...(id === undefined ? [] : [`p.id = ${value(id)}`]),
    ...words.map((word) => `p.search_text like '%' || like_text(${value(word)}) || '%'`),
    ...(active === null || active === undefined ? [] : [`p.active = ${value(active)}`]),
    ...(roles ? [`p.roles && ${value(roles.any)}::text[]`, `not p.roles && ${value(roles.none)}::text[]`] : []),
    ...also.map((condition) => condition(value)),
  ];
}

export async function countPeople(tx: Tx, visibility: PeopleVisibility, filter: PeopleFilter): Promise<number> {
  const { tables, where, values } = selection(visibility, filter);
  const rows = await tx.raw<{ count: number }>(`with ${tables} select count(*) from people p where ${where}`, values);
  return rows[0]?.count ?? 0;
}

/** One page of the visible users. Ties are ordered by id, so pages never overlap. */
export async function findPeople(
  tx: Tx,
  visibility: PeopleVisibility,
  filter: PeopleFilter,
  { reaches, order, descending, limit, offset }: PeoplePage,
): Promise<PersonRow[]> {
  const { tables, where, values, value } = selection(visibility, filter);
  const direction = descending ? 'desc' : 'asc';
  const by = `${ORDERS[order]} ${direction}, p.id ${direction}`;
  const assigned = visibility.withAssigned
    ? { unit: 'x.business_unit_name', account: 'x.account_name', first: 'y.first_name', last: 'y.last_name' }
    : { unit: 'null', account: 'null', first: 'null', last: 'null' };
  return tx.raw<PersonRow>(
    `with ${tables}, page as (
       select p.* from people p where ${where} order by ${by} limit ${value(limit)} offset ${value(offset)}
     )
     select p.id, p.account_id, p.business_unit_id, p.manager_id, p.username, p.email, p.first_name, p.last_name, p.number,
       p.roles, p.active, p.paid_user, p.last_seen_at, p.created_at,
       coalesce(a.name, ${assigned.account}, '') as account_name,
       coalesce(b.name, ${assigned.unit}, '') as business_unit_name,
       btrim(coalesce(m.first_name, ${assigned.first}) || ' ' || coalesce(m.last_name, ${assigned.last})) as manager_name,
       coalesce(d.below, 0) as downline_count, ${reaches(value)} as reaches
     from page p
     left join accounts a on a.id = p.account_id
     left join business_units b on b.id = p.business_unit_id
     left join users m on m.id = p.manager_id
     ${visibility.withAssigned ? 'left join assigned x on x.id = p.id left join assigned y on y.id = p.manager_id' : ''}
     left join downline_counts(array(select id from page)) d on d.id = p.id
     order by ${by}`,
    values,
  );
}

/** `null`: invisible or unknown. */
export async function findPerson(
  tx: Tx,
  visibility: PeopleVisibility,
  id: number,
  reaches: Condition,
): Promise<PersonRow | null> {
  const one = { reaches, order: 'last_name', descending: false, limit: 1, offset: 0 } as const;
  return (await findPeople(tx, visibility, { id }, one))[0] ?? null;
}

/** True when other accounts are assigned to this user. */
export async function hasAssignments(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.raw<{ found: boolean }>(
    'select exists (select from account_assignments where user_id = $1) as found',
    [userId],
  );
  return rows[0]?.found === true;
}
