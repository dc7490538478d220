import type { Actor, Relation } from './matrix-world.ts';
import { contact, ownerOf, textOf, type Thing, UNKNOWN, type World } from './things.ts';

/** A broadcast of one recipient, as a text or, where an e-mail is asked for, as an e-mail. */
export async function broadcast(world: World, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const of = await contact(world, actor, relation, '');
  const id = await world.one(
    `insert into broadcasts (account_id, user_id, actor_id, channel, name, status, selection, sentence, subject, body, schedule,
                             matched, recipients, frozen_at, scheduled_at, starts_at, created_at, updated_at, started_at, finished_at)
     values ($1, $2, $2, case when $4 like '% e-mail' then 'mail' else 'text' end, $3, split_part($4, ' ', 1), jsonb_build_object('ids', array[$5::bigint]), $3, case when $4 like '% e-mail' then $3 else '' end, $3, '{"kind":"now"}', 1, 1, now(), now(),
             now() + interval '1 day', now(), now(), case when $4 not in ('draft', 'scheduled') then now() end,
             case when $4 = 'done' then now() end)`,
    [owner.accountId, owner.id, textOf(owner), state, of.id],
  );
  await world.it.owner.query(
    `with lane as (
       insert into text_lanes (account_id, lane, window_at, taken) values ($1, $4, now(), 1) on conflict do nothing
     )
     insert into broadcast_recipients (account_id, broadcast_id, position, contact_id, address, state, detail)
     values ($1, $2, 1, $3, $4, 'waiting', $4)`,
    [owner.accountId, id, of.id, textOf(owner)],
  );
  return { id, row: { table: 'broadcasts', id } };
}
