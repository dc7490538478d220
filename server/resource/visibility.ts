import { sql } from 'kysely';
import { reachOf } from '#rules/access/permissions.ts';
import type { Tx } from '../db/tx.ts';
import { Refusal, refuseField } from '../errors.ts';
import { accountStream, unitStream, unitsStream, userStream } from '../events.ts';
import type { Identity } from '../identity.ts';
import type { Visibility } from './table.ts';

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
