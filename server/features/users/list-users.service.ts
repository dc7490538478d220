import type { Role } from '#contract/access.contract.ts';
import { ROLES } from '#contract/access.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { downloadUsers as DownloadUsers, listUsers as ListUsers } from '#contract/users.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { brandOf } from '#brands/brand.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { type CsvLines, MAX_CSV_LINES } from '../../http/download.ts';
import type { Identity } from '../../identity.ts';
import { actableCondition, reachColumn } from './acting-facts.ts';
import { countPeople, findPeople, type PeopleFilter } from './people.sql.ts';
import { adminUser, callerOf, requirePerson } from './people-visibility.ts';

/** Words of a search that count. Ours: a name has fewer. */
const MAX_WORDS = 8;

/** One page of the users visible to the caller. @throws {Refusal} `not_found` when `user_id` is not visible. */
export const listUsers = (
  deps: Deps,
  identity: Identity,
  query: Query<typeof ListUsers>,
): Promise<Reply<typeof ListUsers>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const caller = await callerOf(tx, identity);
    const { visibility, levels } = caller;
    if (query.user_id !== undefined) await requirePerson(tx, caller, query.user_id);
    const filter: PeopleFilter = {
      words: cleanLine(query.q ?? '')
        .split(' ')
        .filter(Boolean)
        .slice(0, MAX_WORDS),
      below: query.user_id ?? null,
      onlyAssigned: query.only_rm === 'true',
      active: query.active === undefined ? null : query.active === 'true',
      roles: query.role === undefined ? null : { any: [query.role], none: compoundsOf(query.role) },
      also: query.impersonators === 'true' ? [actableCondition(levels, identity.accountId)] : [],
    };
    const { page, limit, order, order_field } = query;
    const total = await countPeople(tx, visibility, filter);
    const rows = await findPeople(tx, visibility, filter, {
      reaches: reachColumn(levels, identity.accountId),
      order: order_field,
      descending: order === 'desc',
      limit,
      offset: (page - 1) * limit,
    });
    return {
      data: rows.map((row) => adminUser(caller, row)),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit) },
    };
  });

const HEAD = [
  'Last name',
  'First name',
  'Username',
  'E-mail',
  'Number',
  'Role',
  'Business unit',
  'Manager',
  'Downline',
  'Last seen',
  'Added',
  'Status',
];

/** The users that the list shows over all its pages, as lines of a CSV file. @throws {Refusal} as `listUsers`. */
export async function userLines(deps: Deps, identity: Identity, query: Query<typeof DownloadUsers>): Promise<CsvLines> {
  const { roleLabels } = brandOf(deps.config.brand);
  const { data } = await listUsers(deps, identity, { ...query, page: 1, limit: MAX_CSV_LINES });
  const lines = data.map((user) => [
    user.last_name,
    user.first_name,
    user.username,
    user.email,
    user.number,
    roleLabels[user.account_type],
    user.business_unit.name,
    user.manager?.name ?? '',
    String(user.downline_count),
    user.last_seen_at ?? '',
    user.created_at,
    user.active ? 'Active' : 'Deactivated',
  ]);
  return [HEAD, ...lines];
}

/** Account types that bring this role along: who has one of them is called by that, not by the role. */
const compoundsOf = (role: Role): Role[] => ROLES.filter((type) => type !== role && rolesOf(type).includes(role));
