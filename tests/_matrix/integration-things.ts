import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

/** Somebody's calendar account at a provider, with a calendar and what both sides had changed. */
async function authorization(world: MatrixWorld, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into authorizations (account_id, user_id, type, remote_account, name, problem_text, connected_at, due_at)
     values ($1, $2, $4, gen_random_uuid()::text, $3, $3, now(), now())`,
    [owner.accountId, owner.id, textOf(owner), state],
  );
  await world.it.owner.query(
    `insert into authorization_calendars (account_id, authorization_id, remote_id, name, is_primary, writable)
     values ($1, $2, 'main', $3, true, true)`,
    [owner.accountId, id, textOf(owner)],
  );
  await world.it.owner.query(
    `insert into calendar_conflicts (account_id, authorization_id, title, kept, lost, at) values ($1, $2, $3, 'here', '[]', now())`,
    [owner.accountId, id, textOf(owner)],
  );
  return { id, row: { table: 'authorizations', id } };
}

const relations: readonly Relation[] = [
  'own',
  'downline',
  'peer',
  'upline',
  'otherUnit',
  'otherAccount',
  'assigned',
  'unknown',
];

export const INTEGRATION_KINDS = {
  /** Each person's own: nobody else's is there. */
  authorization: {
    relations,
    verdict: ({ relation }: Question): Verdict => (relation === 'own' ? 'open' : 'absent'),
    make: authorization,
    stateFor: ({ name }: Question['endpoint']) => (name === 'startDialSession' ? 'phone_burner' : 'google'),
  },
  /** Calendars of an integration: none is named here that is its own. */
  authorizationCalendar: {
    relations: ['unknown'] as readonly Relation[],
    verdict: (): Verdict => 'absent',
    make: () => Promise.resolve(UNKNOWN),
  },
} as const;
