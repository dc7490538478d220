import { afterAll, beforeAll, expect, test } from 'vitest';
import { policies } from '#contract/records/policies.contract.ts';
import { securities } from '#contract/records/securities.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let agent: Client;
beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

const told = async (id: number) =>
  (await agent.call(readTimeline, { params: { id } })).body.data.flatMap(({ what }) =>
    what.of === 'action' ? [{ action: what.action, about: what.about, changes: what.changes }] : [],
  );

test('a change of a policy is told by its name, from what to what; its number and notes have no values', async () => {
  const id = await office.add({ owner: 'agent' });
  const made = await agent.call(policies.create, {
    params: { id },
    body: { policy: { carrier: 'Humana', plan_name: 'Gold', premium_cents: 1_000 } },
  });
  const params = { id, policyId: made.body.data.id };
  const policy = { premium_cents: 2_500, effective_on: '2027-01-01', policy_number: 'HX-77812', notes: 'Called.' };
  await agent.call(policies.update, { params, body: { policy } });
  await agent.call(policies.update, { params, body: { policy: { premium_cents: null } } });

  const about = 'Humana Gold';
  expect(await told(id)).toEqual([
    { action: 'policy.updated', about, changes: [{ field: 'premium_cents', from: '2500', to: '' }] },
    {
      action: 'policy.updated',
      about,
      changes: [
        { field: 'effective_on', from: '', to: '2027-01-01' },
        { field: 'premium_cents', from: '1000', to: '2500' },
      ],
    },
    { action: 'policy.created', about, changes: [] },
  ]);
  const kept = await office.owner.query('select detail from audit_log');
  expect(JSON.stringify(kept.rows)).not.toContain('2500');
});

test('an account number of a security is never quoted', async () => {
  const id = await office.add({ owner: 'agent' });
  const made = await agent.call(securities.create, { params: { id }, body: { security: { company: 'Fidelity' } } });
  await agent.call(securities.update, {
    params: { id, securityId: made.body.data.id },
    body: { security: { value_cents: 5_000, account_number: '77120045' } },
  });

  expect((await told(id))[0]).toEqual({
    action: 'security.updated',
    about: 'Fidelity',
    changes: [{ field: 'value_cents', from: '', to: '5000' }],
  });
  const kept = await office.owner.query('select c.*, a.detail from contact_changes c, audit_log a');
  expect(JSON.stringify(kept.rows)).not.toContain('77120045');
});
