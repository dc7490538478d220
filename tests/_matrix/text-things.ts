import type { Actor, Relation, Somebody } from './matrix-world.ts';
import { contact, ownerOf, textOf, type Thing, UNKNOWN, type World } from './things.ts';

/** A contact that can be texted, at a number that no request of the matrix names. */
export async function textedContact(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  const made = await contact(world, actor, relation, '');
  if (relation === 'unknown') return made;
  await world.it.owner.query(`update contacts set phone = '+1' || 5125570000 + id % 10000 where id = $1`, [made.id]);
  return made;
}

/** A contact with a postal address, to whom a kit that is off was assigned. */
export async function mailedContact(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  const made = await contact(world, actor, relation, '');
  if (relation === 'unknown') return made;
  await world.it.owner.query(
    `update contacts set address = id || ' Oak Street', city = 'Austin', zip_code = '78701' where id = $1`,
    [made.id],
  );
  const owner = ownerOf(actor, relation);
  await world.it.owner.query(
    `with kit as (
       insert into mailer_kits (account_id, name, kind, active) values ($1, 'Kit of ' || $2, 'labels', false) returning id
     )
     insert into mailer_assignments (account_id, kit_id, user_id, actor_id, selection, sentence, created_at)
     select $1, id, $3, $3, '{"ids":[1,2]}', $4, now() from kit`,
    [owner.accountId, made.id, owner.id, textOf(owner)],
  );
  return made;
}

/** A conversation with a text and a draft; `review`: it waits for a decision, `stranger`: of an unknown number. */
export async function conversation(world: World, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const of = await textedContact(world, actor, relation);
  const id = await world.one(
    `insert into conversations (account_id, contact_id, phone, user_id, owner_id, pool_id, deleted_at, last_at, created_at)
     select account_id, case when $2 then null else id end, '+1' || 5125560000 + id % 10000, owner_id, owner_id, pool_id,
       deleted_at, now(), now() from contacts where id = $1`,
    [of.id, state === 'stranger'],
  );
  await textIn(world, owner, {
    conversationId: id,
    contactId: state === 'stranger' ? null : of.id,
    status: 'received',
  });
  if (state === 'review') {
    await world.it.owner.query('update conversations set review_text_id = last_text_id where id = $1', [id]);
  }
  return { id, row: { table: 'conversations', id } };
}

async function textIn(
  world: World,
  owner: Somebody,
  text: { readonly conversationId: number; readonly contactId: number | null; readonly status: string },
): Promise<number> {
  const id = await world.one(
    `insert into text_messages (account_id, conversation_id, contact_id, direction, status, reason, body, from_number,
                                to_number, segments, carrier, held_until, user_id, actor_id, created_at)
     values ($1, $2, $3, case when $4 = 'received' then 'in' else 'out' end, $4, $5, $5, '+15125550142', '+15125550142', 1,
             'embedded', case when $4 = 'held' then now() + interval '1 hour' end, $6, $6, now())`,
    [owner.accountId, text.conversationId, text.contactId, text.status, textOf(owner), owner.id],
  );
  await world.it.owner.query(
    `with thread as (
       update conversations set last_text_id = $2 where id = $3
     ), picture as (
       insert into text_attachments (account_id, text_id, state, failure, carrier_path) values ($1, $2, 'failed', $4, $4)
     ), said as (
       insert into number_consents (account_id, number, kind, evidence, given_at)
       values ($1, '+19995550000', 'withdrawn', $4, now())
     ), taken as (
       insert into simulated_texts (text_id, account_id, sid, step, step_at, created_at)
       values ($2, $1, $4 || $2::text, 'arrives', now(), now())
     )
     insert into text_drafts (account_id, user_id, conversation_id, body, updated_at) values ($1, $5, $3, $4, now())
     on conflict do nothing`,
    [owner.accountId, id, text.conversationId, textOf(owner), owner.id],
  );
  return id;
}

/** A text of a contact; `state` is its status. */
export async function textMessage(world: World, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const of = await textedContact(world, actor, relation);
  const thread = await world.one(
    `insert into conversations (account_id, contact_id, phone, user_id, owner_id, pool_id, deleted_at, last_at, created_at)
     select account_id, id, phone, owner_id, owner_id, pool_id, deleted_at, now(), now() from contacts where id = $1`,
    [of.id],
  );
  const id = await textIn(world, owner, {
    conversationId: thread,
    contactId: of.id,
    status: state === '' ? 'held' : state,
  });
  await world.it.owner.query(
    'update text_messages set to_number = (select phone from contacts where id = $1) where id = $2',
    [of.id, id],
  );
  return { id, row: { table: 'text_messages', id } };
}

/** A run with one number that was looked up and one that waits. */
export async function verificationRun(world: World, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const of = await textedContact(world, actor, relation);
  const id = await world.one(
    `insert into verification_runs (account_id, user_id, actor_id, selection, sentence, status, contacts, without_number,
                                    already_known, total, price_cents, created_at)
     values ($1, $2, $2, '{"ids":[1,2]}', $3, $4, 2, 0, 0, 2, 1, now())`,
    [owner.accountId, owner.id, textOf(owner), state],
  );
  await world.it.owner.query(
    `insert into phone_verifications (account_id, run_id, contact_id, user_id, number, status, line_type, carrier, source,
                                      charge_cents, verified_at, created_at)
     values ($1, $2, $3, $4, '+19995550001', 'done', 'mobile', $5, 'embedded', 1, now(), now()),
            ($1, $2, $3, $4, '+19995550002', 'waiting', null, '', null, null, null, now())`,
    [owner.accountId, id, of.id, owner.id, textOf(owner)],
  );
  return { id, row: { table: 'verification_runs', id } };
}
