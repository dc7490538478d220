import type { Kind, Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { storeOrder } from './store-things.ts';
import { ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

/** The signup of somebody, who has one. */
async function signup(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into signups (account_id, user_id, last_name, upline) values ($1, $2, $3, $3)
     on conflict (user_id) do update set last_name = excluded.last_name`,
    [owner.accountId, owner.id, textOf(owner)],
  );
  return { id, row: { table: 'signups', id } };
}

const relations: readonly Relation[] = ['own', 'downline', 'peer', 'otherUnit', 'otherAccount', 'unknown'];

/** Of the account, or of the users of one's business unit. */
const verdict = ({ relation, actor }: Question): Verdict =>
  relation !== 'otherAccount' &&
  relation !== 'unknown' &&
  (actor.visibility === 'account' || (actor.visibility === 'unit' && relation !== 'otherUnit'))
    ? 'open'
    : 'absent';

/** Things of users that an administrator manages. */
export const MANAGED_KINDS = {
  storeOrder: { relations, verdict, make: storeOrder },
  signup: { relations, verdict, make: signup },
} as const satisfies Readonly<Record<string, Kind>>;
