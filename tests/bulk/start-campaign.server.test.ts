import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSequenceOfGroup, undoBulkJob } from '#contract/bulk.contract.ts';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { recordConsent } from '#contract/compliance.contract.ts';
import type { Client } from '../_api/app.ts';
import { type BulkDesk, openBulkDesk } from './bulk-desk.ts';

let it: BulkDesk;
let admin: Client;
let triggerId: number;
const trigger = async (more: object = {}) => {
  const body = {
    name: `Review ${Math.random()}`,
    trigger_type: 'sms' as const,
    body: 'Hi {{ first_name }}. Reply STOP to opt out.',
    enabled: true,
    compliant: true,
    show_on_bulk: true,
    ...more,
  };
  return (await admin.call(campaignTriggers.create, { body })).body.data.id;
};
beforeAll(async () => {
  it = await openBulkDesk();
  admin = await it.signIn('admin');
  triggerId = await trigger();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, bulk_jobs, bulk_rows, events, audit_log cascade'));

let added = 0;
const add = async (says: 'given' | 'withdrawn' | null, more: { phone?: string; deleted_at?: string } = {}) => {
  added += 1;
  const phone = `+1212555${String(added).padStart(4, '0')}`;
  const id = await it.add({ owner: 'agent', phone, state: 'NY', ...more });
  if (says !== null) {
    const body = { channel: 'any', kind: says, purpose: 'any', evidence: 'Signed the form.', source: 'form' } as const;
    await it.agent.call(recordConsent, { params: { id }, body });
  }
  return id;
};
const start = (body: { ids: number[]; campaign_trigger_id?: number; dry_run?: boolean }) =>
  it.agent.call(startSequenceOfGroup, { body: { campaign_trigger_id: triggerId, ...body } });
const enrollments = () =>
  it.sql<{ contact_id: number; status: string }>(
    'select contact_id, status from sequence_enrollments order by contact_id',
  );

test('says before who is skipped and why, then starts the others once', async () => {
  const [fresh, out, silent] = [await add('given'), await add('withdrawn'), await add(null)];
  const gone = await add(null, { deleted_at: '2026-01-01T00:00:00Z' });
  const mute = await add('given', { phone: '' });
  const ids = [fresh, out, silent, gone, mute];

  const { body: dry } = await start({ ids, dry_run: true });
  expect(dry.data.check).toMatchObject({ total: 5, counts: { changed: 1, unchanged: 0, refused: 4 } });
  expect(dry.data.check?.by_reason).toEqual(
    ['deleted', 'no_address', 'no_consent', 'opted_out'].map((reason) => ({ reason, contacts: 1 })),
  );
  expect(await enrollments()).toEqual([]);

  const { body: done } = await start({ ids });
  expect(done.data.ids).toEqual([fresh]);
  expect(await enrollments()).toEqual([{ contact_id: fresh, status: 'waiting' }]);
  const { body: again } = await start({ ids: [fresh] });
  expect(again.data.job?.counts).toEqual({ changed: 0, unchanged: 1, refused: 0 });
});

test('undo stops what it started, and leaves alone a sequence that is over', async () => {
  const [running, over] = [await add('given'), await add('given')];
  const { body } = await start({ ids: [running, over] });
  await it.sql(`update sequence_enrollments set status = 'done', due_at = null where contact_id = $1`, [over]);

  const undone = await it.agent.call(undoBulkJob, { params: { id: body.data.job?.id ?? 0 } });

  expect(undone.body.data.undo).toEqual({ put_back: 1, kept: 1 });
  expect(await enrollments()).toEqual([
    { contact_id: running, status: 'ended' },
    { contact_id: over, status: 'done' },
  ]);
});

test('only a trigger that is on, approved and shown in bulk can be started', async () => {
  const id = await add('given');
  for (const more of [{ show_on_bulk: false }, { enabled: false }, { compliant: false }]) {
    const refused = await start({ ids: [id], campaign_trigger_id: await trigger(more) });
    expect(refused.status).toBe(422);
  }
  expect(await enrollments()).toEqual([]);
});

test('a job of many starts each once, however often it is run', async () => {
  const ids = await it.many('agent', 201);
  await it.sql(`update contacts set phone = '+1512556' || lpad((id % 10000)::text, 4, '0')`);
  await it.sql(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, user_id, actor_id)
     select account_id, id, 'text', 'given', 'any', 'Form', 'form', now() - interval '1 day', owner_id, owner_id from contacts`,
  );
  const { body } = await start({ ids });
  const job = body.data.job?.id ?? 0;
  await it.run(job);
  await it.run(job);
  expect((await it.read(job)).counts).toEqual({ changed: 201, unchanged: 0, refused: 0 });
  expect(await enrollments()).toHaveLength(201);
});
