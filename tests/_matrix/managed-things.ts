import type { Kind, Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { storeOrder } from './store-things.ts';
import { nextNumber, ownerOf, person, textOf, type Thing, UNKNOWN } from './things.ts';

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

/** A license of somebody, in a state of its own. */
async function license(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into agent_licenses (account_id, user_id, state, line, number) values ($1, $2, $3, 'health', $4)`,
    [owner.accountId, owner.id, `S${nextNumber()}`, textOf(owner)],
  );
  return { id, row: { table: 'agent_licenses', id } };
}

const LICENSED: readonly Relation[] = ['own', 'downline', 'peer', 'otherUnit', 'otherAccount', 'unknown'];

/** Licenses are read by those above their agent, and changed by the agent and those who manage users. */
function licenseVerdict({ relation, actor, endpoint }: Question): Verdict {
  const isBelow =
    relation === 'downline' ||
    (relation === 'peer' && actor.visibility !== 'downline') ||
    (relation === 'otherUnit' && actor.visibility === 'account');
  if (relation === 'own') return 'open';
  if (!isBelow) return 'absent';
  return endpoint.effect === 'read' || actor.permissions.includes('users.manage') ? 'open' : 'refused';
}

/** Whose license is added: an agent who can't manage another is told that there is no such user. */
const licenseeVerdict = (question: Question): Verdict => (licenseVerdict(question) === 'open' ? 'open' : 'absent');

/** Someone of another agency who may act in an account. */
async function delegate(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const opened = ownerOf(actor, relation);
  const { x, y } = world.accountOf;
  const agency = opened.accountId === x ? y : x;
  const login = `delegate-${nextNumber()}`;
  const id = await world.one(
    `insert into users (account_id, business_unit_id, username, first_name, last_name, email, roles, password_hash)
     select $1, min(id), $2, $2, $2, $2 || '@agency.test', '{relationship_manager}', '' from business_units where account_id = $1`,
    [agency, login],
  );
  await world.it.owner.query(
    `insert into account_assignments (account_id, user_id, assigned_account_id) values ($1, $2, $3)`,
    [agency, id, opened.accountId],
  );
  return { id, row: { table: 'users', id } };
}

/** Things of users that an administrator manages. */
export const MANAGED_KINDS = {
  storeOrder: { relations, verdict, make: storeOrder },
  signup: { relations, verdict, make: signup },
  license: { relations: LICENSED, verdict: licenseVerdict, make: license },
  delegate: {
    relations: ['own', 'otherAccount', 'unknown'],
    verdict: ({ relation }) => (relation === 'own' ? 'open' : 'absent'),
    make: delegate,
  },
  licensee: { relations: LICENSED, verdict: licenseeVerdict, make: person },
} as const satisfies Readonly<Record<string, Kind>>;
