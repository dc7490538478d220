import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

/** A request through somebody's page that a program may have sent. */
async function webpageLead(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const text = textOf(owner);
  const id = await world.one(
    `insert into webpage_leads (account_id, user_id, key, proof, received_at, host, entered, consents, address, browser)
     values ($1, $2, gen_random_uuid()::text, 'suspected', now(), 'page.test', $3, '[]', '192.0.2.1', $4)`,
    [
      owner.accountId,
      owner.id,
      JSON.stringify({
        first_name: text,
        last_name: 'Arnold',
        phone: '',
        email: '',
        zip_code: '',
        topic: text,
        message: text,
        agent: '',
      }),
      text,
    ],
  );
  return { id, row: { table: 'webpage_leads', id } };
}

export const PAGE_KINDS = {
  /** Its agent's alone. */
  webpageLead: {
    relations: ['own', 'downline', 'peer', 'otherAccount', 'unknown'] as readonly Relation[],
    verdict: ({ relation }: Question): Verdict => (relation === 'own' ? 'open' : 'absent'),
    make: webpageLead,
  },
} as const;
