import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startImport } from '#contract/imports.contract.ts';
import { readLiveOverview } from '#contract/live.contract.ts';
import type { Client } from '../_api/app.ts';
import { type ImportDesk, openImportDesk } from '../imports/import-desk.ts';

let it: ImportDesk;
let manager: Client;
beforeAll(async () => {
  it = await openImportDesk();
  manager = await it.signIn('manager');
});
afterAll(() => it.close());

const CSV = 'First Name,Phone\nAna,512-555-0142\n,nonsense\n';
const overview = async (by = manager) => (await by.call(readLiveOverview)).body.data;

describe('the live page', () => {
  test("shows running work and today's ended work of the downline, with totals", async () => {
    const done = await it.importFile(CSV);
    const { id } = await it.upload(CSV);
    await it.agent.call(startImport, { body: { import_id: id } });
    const own = await it.upload(CSV, {}, manager);
    await manager.call(startImport, { body: { import_id: own.id } });

    const { running, finished_today, ...sums } = await overview();
    expect([running.map((each) => each.id), finished_today.map((each) => each.id)]).toEqual([[id], [done.id]]);
    expect(sums).toMatchObject({ finished_count: 1, finished_rows: 2, problem_rows: 1 });
  });

  test("shows running bulk changes of the downline, and none of the user's own", async () => {
    const add = async (username: 'agent' | 'manager', status: string) =>
      it.sql<{ id: number }>(
        `insert into bulk_jobs (account_id, user_id, actor_id, change, selection, status, total, created_at)
         select account_id, id, id, '{"action": "delete"}', '{"ids": [1]}', $2, 1, now() from users where id = $1
         returning id`,
        [it.world.people[username].id, status],
      );
    const [running] = await add('agent', 'processing');
    await add('agent', 'done');
    await add('manager', 'processing');

    const { changes } = await overview();
    expect(changes.map(({ id, user }) => [id, user.name])).toEqual([[running?.id, 'Amy Agent']]);
  });

  test('forgets at midnight of the viewer what ended before it', async () => {
    await it.sql(`update imports set finished_at = date_trunc('day', now() at time zone 'America/New_York')
      at time zone 'America/New_York' - interval '1 second' where status = 'done'`);
    const before = await overview();
    await it.sql(`update imports set finished_at = date_trunc('day', now() at time zone 'America/New_York')
      at time zone 'America/New_York' where status = 'done'`);
    const after = await overview();

    expect([before.finished_count, after.finished_count]).toEqual([0, 1]);
  });

  test('draws a point every 15 seconds over 15 minutes', async () => {
    const { throughput } = await overview();

    const times = throughput.map(({ at }) => Date.parse(at));
    expect(times).toHaveLength(60);
    expect(new Set(times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toEqual(new Set([15_000]));
    expect(throughput.reduce((sum, { rows_per_second }) => sum + rows_per_second * 15, 0)).toBeCloseTo(2);
  });

  test('knows who was active in the last five minutes', async () => {
    await it.sql(`update sessions set last_seen_at = now() - interval '6 minutes' where user_id = $1`, [
      it.world.people.agent.id,
    ]);
    const away = await overview();
    await it.sql(`update sessions set last_seen_at = now() where user_id = $1`, [it.world.people.agent.id]);
    const there = await overview();

    const names = ({ people }: Awaited<ReturnType<typeof overview>>) =>
      people.map(({ name, role, signed_in }) => [name, role, signed_in]);
    expect(names(away)).toEqual([
      ['Amy Agent', 'agent', false],
      ['Pia Peer', 'agent', false],
    ]);
    expect(names(there)[0]).toEqual(['Amy Agent', 'agent', true]);
  });

  test('counts calls, talk time and policies of each person since midnight of the viewer', async () => {
    const { agent, peer } = it.world.people;
    const midnight = `(date_trunc('day', now() at time zone 'America/New_York') at time zone 'America/New_York')`;
    const call = (user: number, status: string, at: string, seconds: number) =>
      it.sql(
        `insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, actor_id, status, created_at,
           answered_at, seconds)
         select account_id, gen_random_uuid(), 'embedded', 'outbound', '+15125550100', '+15125550142', id, id, $2, ${at}, ${at}, $3
         from users where id = $1`,
        [user, status, seconds],
      );
    await call(agent.id, 'ended', midnight, 90);
    await call(agent.id, 'ended', `${midnight} - interval '1 second'`, 600);
    await call(peer.id, 'active', `greatest(${midnight}, now() - interval '10 seconds')`, 0);
    const contact = await it.sql<{ id: number }>(
      `insert into contacts (account_id, business_unit_id, owner_id, number, last_name)
       select account_id, business_unit_id, id, 90001, 'Sold' from users where id = $1 returning id`,
      [agent.id],
    );
    await it.sql(
      `insert into policies (account_id, contact_id, status, created_at)
       select account_id, id, status, day from contacts, (values ('applied', now()), ('quoted', now()),
         ('active', ${midnight} - interval '1 second')) as written(status, day) where id = $1`,
      [contact[0]?.id],
    );

    const people = new Map((await overview()).people.map((person) => [person.name, person]));
    await it.sql(`update calls set status = 'ended' where status = 'active'`);

    expect(people.get('Amy Agent')).toMatchObject({ calls: 1, talk_seconds: 90, policies: 1, on_call_since: null });
    expect(people.get('Pia Peer')).toMatchObject({ calls: 1, policies: 0, on_call_since: expect.any(String) });
  });

  test('is not for agents', async () => {
    expect((await it.agent.call(readLiveOverview)).status).toBe(403);
  });
});
