import { sql } from 'kysely';
import type { Permission } from '#contract/access.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import type { Tx } from '../db/tx.ts';
import { Refusal, refuseField } from '../errors.ts';
import { accountStream, unitStream, unitsStream, userStream } from '../events.ts';
import type { Identity } from '../identity.ts';
import type { Sql, Visibility, Write } from './table.ts';

/** Every row of the account, visible to all its users; row-level security isolates other accounts. */
export const ofAccount = (): Visibility => ({
  seen: () => sql`true`,
  place: () => Promise.resolve({}),
  within: [],
  streams: ({ identity }) => [accountStream(identity.accountId)],
});

/** The business unit whose rows a user sees in addition to the account's; `null` for every unit. */
const unitSeen = ({ roles, businessUnitId }: Identity): number | null =>
  reachOf(roles) === 'account' ? null : businessUnitId;

const ofUnitOrAll = (unit: number) => sql`(r.business_unit_id is null or r.business_unit_id = ${unit})`;

/** The named business unit, or the user's own. @throws {Refusal} `refused` for one in which they can't create rows. */
async function unitFor(tx: Tx, identity: Identity, requested: unknown): Promise<number | null> {
  const own = unitSeen(identity);
  if (requested === null || requested === undefined) return own;
  const exists = async () => (await tx.all(sql`select from business_units where id = ${requested}`)).length > 0;
  if (own === null ? await exists() : own === requested) return Number(requested);
  throw refuseField('business_unit_id', 'Business unit not found.');
}

/** Rows of the account, and rows of one business unit, which only that unit and those who see the account see. */
export const ofUnit = (): Visibility => ({
  seen: (identity) => {
    const unit = unitSeen(identity);
    return unit === null ? sql`true` : ofUnitOrAll(unit);
  },
  offered: ({ businessUnitId }) => ofUnitOrAll(businessUnitId),
  place: async ({ tx, identity, body }) => ({
    business_unit_id: await unitFor(tx, identity, body['business_unit_id']),
  }),
  requireChange: ({ identity, about }, row) => {
    if (unitSeen(identity) === null || row['business_unit_id'] !== null) return;
    throw new Refusal(
      'access_denied',
      `This ${about.label.one} is for the whole account: an administrator changes it.`,
    );
  },
  within: ['business_unit_id'],
  streams: ({ identity }, { business_unit_id: unit }) =>
    typeof unit === 'number'
      ? [unitStream(unit), unitsStream(identity.accountId)]
      : [accountStream(identity.accountId)],
  filters: {
    business_unit_id: async (tx, identity, value) => {
      await unitFor(tx, identity, value);
      return ofUnitOrAll(Number(value));
    },
  },
});

/** Cell of a CSV file: the business unit whose row it is. */
export const UNIT_NAME = sql`coalesce((select u.name from business_units u where u.id = r.business_unit_id), 'Entire account')`;

/** Rows of one user, in `user_id`, visible to no one else. */
export const ofOwner = (): Visibility => ({
  seen: ({ userId }) => sql`r.user_id = ${userId}`,
  place: ({ identity }) => Promise.resolve({ user_id: identity.userId }),
  within: ['user_id'],
  streams: ({ identity }) => [userStream(identity.userId)],
});

/** Condition on a column of user ids: the user, and the people within the reach of their role. */
function reached({ roles, businessUnitId, userId }: Identity, column: Sql): Sql {
  const reach = reachOf(roles);
  if (reach === 'account') return sql`true`;
  return reach === 'businessUnit'
    ? sql`(${column} = ${userId} or ${column} in (select id from users where business_unit_id = ${businessUnitId}))`
    : sql`${column} in (select descendant_id from user_tree where ancestor_id = ${userId})`;
}

/** The user whose new row it is: the named one within reach, or the current user. @throws {Refusal} `refused`. */
async function personFor({ tx, identity, body }: Write, write: Permission): Promise<number> {
  const named = body['user_id'] ?? identity.userId;
  if (named === identity.userId) return identity.userId;
  const isSeen =
    (await tx.all(sql`select from users u where u.id = ${named} and ${reached(identity, sql`u.id`)}`)).length > 0;
  if (isSeen && identity.permissions.includes(write)) return Number(named);
  throw refuseField('user_id', 'User not found.');
}

/**
 * Rows of one user, in `user_id`, visible to them and to those whose role reaches them. People change their own; those with
 * the permission change the rows of others, too. A form is offered one's own.
 */
export const ofPeople = (write: Permission): Visibility => ({
  seen: (identity) => reached(identity, sql`r.user_id`),
  offered: ({ userId }) => sql`r.user_id = ${userId}`,
  place: async (asked) => ({ user_id: await personFor(asked, write) }),
  requireChange: ({ identity, about }, { user_id: owner }) => {
    if (owner === identity.userId || identity.permissions.includes(write)) return;
    throw new Refusal('access_denied', `Only the agent and administrators can change this ${about.label.one}.`);
  },
  within: ['user_id'],
  streams: async ({ tx, identity }, { user_id: owner }) => {
    const person = await tx.one<{ unit: number }>(sql`select business_unit_id as unit from users where id = ${owner}`);
    return [userStream(Number(owner)), unitsStream(identity.accountId), ...(person ? [unitStream(person.unit)] : [])];
  },
});
