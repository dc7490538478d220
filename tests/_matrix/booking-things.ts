import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

/** A type of appointment of somebody. */
async function bookingType(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into booking_types (account_id, user_id, slug, name, place) values ($1, $2, gen_random_uuid()::text, $3 || gen_random_uuid(), $3)`,
    [owner.accountId, owner.id, textOf(owner)],
  );
  return { id, row: { table: 'booking_types', id } };
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

export const BOOKING_KINDS = {
  /** One's own alone. */
  bookingType: {
    relations,
    verdict: ({ relation }: Question): Verdict => (relation === 'own' ? 'open' : 'absent'),
    make: bookingType,
  },
} as const;
