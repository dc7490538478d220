import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteContacts, restoreContacts } from '#contract/bulk.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

test('deleted contacts move to the group deleted, and back', async () => {
  const agent = await office.signIn('agent');
  const [a, b] = [
    await office.add({ owner: 'agent', last_name: 'A' }),
    await office.add({ owner: 'agent', last_name: 'B' }),
  ];

  const deleted = await agent.call(deleteContacts, { body: { ids: [a, b] } });
  expect(deleted.body.data.ids).toEqual([a, b]);
  expect(await office.namesOf('agent')).toEqual([]);
  expect(await office.namesOf('agent', { contact_group: 'deleted' })).toEqual(['A', 'B']);
  const { body } = await agent.call(readContact, { params: { id: a } });
  expect(body.data).toMatchObject({ deleted_at: expect.any(String), version: 2 });

  const restored = await agent.call(restoreContacts, { body: { ids: [b] } });
  expect(restored.body.data.ids).toEqual([b]);
  expect(await office.namesOf('agent')).toEqual(['B']);
});

test('returns only the changed ids, of any owner', async () => {
  const manager = await office.signIn('manager');
  const mine = await office.add({ owner: 'peer', last_name: 'Mine' });
  const gone = await office.add({ owner: 'peer', last_name: 'Gone', deleted_at: '2026-01-01T00:00:00Z' });
  const far = await office.add({ owner: 'far', last_name: 'Far' });
  const foreign = await office.add({ owner: 'outsider', last_name: 'Foreign' });

  const { body } = await manager.call(deleteContacts, { body: { ids: [mine, gone, far, foreign, 999_999] } });

  expect(body.data.ids).toEqual([mine]);
  const { rows } = await office.owner.query('select id from contacts where deleted_at is null and id = any($1)', [
    [far, foreign],
  ]);
  expect(rows).toHaveLength(2);
});

test('one audit row; above 50 ids, the events for the lists and views of each owner name none', async () => {
  const manager = await office.signIn('manager');
  const few = await office.add({ owner: 'agent', last_name: 'Few' });
  const many: number[] = [];
  for (let i = 0; i < 51; i += 1) many.push(await office.add({ owner: 'peer', last_name: `Many ${i}` }));
  await office.owner.query('delete from events; truncate audit_log');

  await manager.call(deleteContacts, { body: { ids: [few, ...many] } });

  const audit = await office.owner.query('select action, subject_type, detail from audit_log');
  expect(audit.rows).toEqual([
    {
      action: 'contacts.deleted',
      subject_type: 'bulk_job',
      detail: { job_id: expect.any(Number), ids: [few, ...many], change: { action: 'delete' } },
    },
  ]);
  const { agent, peer } = office.world.people;
  const events = await office.owner.query('select stream, body from events order by id');
  expect(events.rows).toEqual([
    { stream: `user:${agent.id}`, body: { type: 'contacts.changed', ids: [few] } },
    { stream: `user:${peer.id}`, body: { type: 'contacts.changed', ids: null } },
    { stream: `contacts:${agent.id}`, body: { type: 'contact.changed', id: null } },
    { stream: `contacts:${peer.id}`, body: { type: 'contact.changed', id: null } },
  ]);
});
