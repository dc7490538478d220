import type { Decision } from '#contract/compliance.contract.ts';
import { canaryOf } from './canaries.ts';
import type { Actor, Relation } from './matrix-world.ts';
import { contact, ownerOf, textOf, type Thing, UNKNOWN, type World } from './things.ts';

let named = 0;

/** A text trigger of the whole account, which is on, approved and shown everywhere. */
export async function usableTrigger(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  named += 1;
  const id = await world.one(
    `insert into campaign_triggers (account_id, name, body, trigger_type, enabled, compliant, show_on_bulk, show_on_conversation)
     values ($1, $2, $3, 'sms', true, true, true, true)`,
    [owner.accountId, `${canaryOf(owner.tenant, 'shared')}text ${named}`, canaryOf(owner.tenant, 'shared')],
  );
  return { id, row: { table: 'campaign_triggers', id } };
}

/** A contact that waits for the second step of a trigger. */
export async function enrollment(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const of = await contact(world, actor, relation, '');
  const trigger = await usableTrigger(world, actor, relation === 'deleted' ? 'own' : relation);
  const version = await world.one(
    `insert into trigger_versions (account_id, trigger_id, number, content)
     values ($1, $2, 1, jsonb_build_object('name', $3::text, 'channel', 'sms', 'recurrence', 'none', 'parts', jsonb_build_array()))
    `,
    [owner.accountId, trigger.id, textOf(owner)],
  );
  const id = await world.one(
    `insert into sequence_enrollments (account_id, trigger_id, version_id, contact_id, enrolled_contact_id, occasion, step, due_at,
       note, created_at)
     values ($1, $2, $3, $4, $4, 'manual:' || $5, 1, now() + interval '1 day', $5, now())`,
    [owner.accountId, trigger.id, version, of.id, textOf(owner)],
  );
  await world.it.owner.query(
    `insert into sequence_sends (account_id, enrollment_id, step, decision, at) values ($1, $2, 0, $3, now())`,
    [owner.accountId, id, JSON.stringify(decisionOf(textOf(owner)))],
  );
  return { id, row: { table: 'sequence_enrollments', id } };
}

/** Allowed by a consent with these words. */
const decisionOf = (evidence: string): Decision => ({
  channel: 'text',
  purpose: 'automated',
  at: '2026-03-04T18:00:00.000Z',
  allowed: true,
  reason: 'consented',
  rule: null,
  evidence: {
    entry: {
      id: null,
      channel: 'text',
      kind: 'given',
      purpose: 'any',
      evidence,
      given_at: '2026-03-04T18:00:00.000Z',
      expires_on: null,
    },
    clocks: [],
    places: [],
  },
  next_at: null,
});
