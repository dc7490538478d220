import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFeatureFlags, updateFeatureFlags } from '#contract/flags.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

test('a request without permission is in the audit log before its answer, without values', async () => {
  const agent = await it.signIn('agent');
  const statuses = [
    (await agent.call(listFeatureFlags)).status,
    (await agent.call(updateFeatureFlags, { body: { feature_flags: [{ feature: 'chat', enabled: true }] } })).status,
    (await agent.call(readMe)).status,
    (await it.visitor().call(listFeatureFlags)).status,
  ];
  const { rows } = await it.owner.query(
    `select actor_id, acting_as_id, detail from audit_log where action = 'access.denied' order by id`,
  );

  expect(statuses).toEqual([403, 403, 200, 401]);
  const who = { actor_id: it.world.people.agent.id, acting_as_id: it.world.people.agent.id };
  expect(rows).toEqual(
    [listFeatureFlags, updateFeatureFlags].map(({ method, path }) => ({ ...who, detail: { method, route: path } })),
  );
});
