import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { ownerOf, person, textOf, type Thing, UNKNOWN } from './things.ts';

let made = 0;

/** A bought number of somebody. */
async function ownedNumber(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into phone_numbers (account_id, number, label, kind, user_id, carrier, carrier_sid)
     values ($1, $2, $3, 'agent', $4, 'embedded', 'PN1')`,
    [owner.accountId, `+1${3_025_550_000 + (made += 1)}`, textOf(owner), owner.id],
  );
  return { id, row: { table: 'phone_numbers', id } };
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

/** The caller and their downline; business units don't widen them. */
const verdict = ({ relation }: Question): Verdict =>
  relation === 'own' || relation === 'downline' ? 'open' : 'absent';

export const NUMBER_KINDS = {
  ownedNumber: { relations, verdict, make: ownedNumber },
  /** Who gets a number. */
  numberHolder: { relations, verdict, make: person },
} as const;
