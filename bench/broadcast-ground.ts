// Contacts who agreed to automated messages, and some who did not, for programs that send them broadcasts.
import { ContactSelection } from '#contract/contacts/scope.contract.ts';
import { signedInAs } from '../tests/_db/identity.ts';
import { openGroup } from '../server/features/broadcasts/draft/drafts.service.ts';
import { changeBroadcast } from '../server/features/broadcasts/broadcasts.sql.ts';
import { withAccount } from '../server/db/tx.ts';
import type { Deps } from '../server/deps.ts';
import type { FaultsGround } from './faults-ground.ts';

/** A Wednesday noon in Chicago: hours do not depend on when a program runs. */
const NOON = Date.parse('2026-03-04T18:00:00Z');
export const AHEAD_MS = NOON - Date.now();

export const atNoon = (deps: Deps): Deps => ({
  ...deps,
  config: {
    ...deps.config,
    textPace: { ...deps.config.textPace, numberASecond: 1_000_000, campaignAMinute: 1_000_000, brandADay: 1_000_000 },
  },
  now: () => new Date(Date.now() + AHEAD_MS),
});

export async function fillContacts({ owner, world }: FaultsGround, contacts: number): Promise<void> {
  const { agent } = world.people;
  await owner.query(
    `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name, phone, state, city)
     select $1, $2, $3, n, 'Many', lpad(n::text, 7, '0'), '+1512' || lpad((n % ($4 * 9 / 10))::text, 7, '2'), 'TX', 'Austin'
     from generate_series(1, $4::int) n`,
    [agent.accountId, agent.businessUnitId, agent.id, contacts],
  );
  await owner.query(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at)
     select account_id, id, 'text', case when number % 25 = 3 then 'withdrawn' else 'given' end, 'any', 'Said so.', 'form', '2026-01-02'
     from contacts where account_id = $1 and number % 20 <> 7`,
    [agent.accountId],
  );
  await owner.query(
    `insert into phone_numbers (account_id, number, kind, user_id) values ($1, '+18135550107', 'agent', $2)`,
    [agent.accountId, agent.id],
  );
  await owner.query('vacuum (analyze) contacts, contact_consents');
}

export const callerOf = ({ world }: FaultsGround) => ({
  identity: signedInAs(world.people.agent, [world.people.agent.role]),
  requestId: 'bench',
});

/** A text broadcast to everyone, with its audience, that is sent as soon as its job runs. */
export async function beginBroadcast(ground: FaultsGround, deps: Deps): Promise<{ id: number; recipients: number }> {
  const caller = callerOf(ground);
  const selection = ContactSelection.parse({ contacts_scope: { contact_group: 'mine' } });
  const { id, audience } = await openGroup(deps, caller, 'text', { selection });
  await withAccount(deps.pool, caller.identity, (tx) =>
    changeBroadcast(tx, id, {
      status: 'sending',
      body: 'Hi {{ first_name }}, shall we talk?',
      schedule: { kind: 'now' },
      scheduled_at: deps.now(),
      starts_at: deps.now(),
      started_at: deps.now(),
    }),
  );
  return { id, recipients: audience?.recipients ?? 0 };
}
