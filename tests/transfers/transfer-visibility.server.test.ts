import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readLiveOverview } from '#contract/live.contract.ts';
import { listTransferTargets, TRANSFER_CHUNK_ROWS } from '#contract/transfers.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { moveStep } from '../../server/features/transfers/transfer-steps.ts';
import { AT_ONCE, previewTransfer } from '../../server/features/transfers/transfers.service.ts';
import { contactsTransferChannel } from '../../server/features/transfers/transfers.channel.ts';
import { resumeOrphanedTransfers } from '../../server/features/transfers/transfers.jobs.ts';
import { openTransferDesk, type TransferDesk } from './transfer-desk.ts';

let it: TransferDesk;
beforeAll(async () => {
  it = await openTransferDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const agree = (id: number) =>
  it.sql(
    `insert into contact_consents (account_id, contact_id, channel, kind, evidence, source, given_at)
     values ($1, $2, 'share', 'given', 'said so', 'asked', now() - interval '1 day')`,
    [it.world.accountId, id],
  );

test('contacts go to another business unit with their consent, or with what the asker states of it', async () => {
  const [agreed = 0, silent = 0] = await it.many('agent', 2);
  await agree(agreed);
  const asked = { selection: { ids: [agreed, silent] }, to_user_ids: [it.idOf('far')] };
  const preview = await previewTransfer(it.deps, it.identityOf('admin'), asked);
  const first = await it.ask(asked, it.admin);
  const attested = 'They agreed on paper, in the folder of May.';
  const second = await it.ask({ ...asked, attested }, it.admin);

  expect([preview.counts, preview.consent]).toMatchObject([
    { moved: 1, unchanged: 0, left: 1 },
    { rule: { title: expect.any(String) }, needed: 2, given: 1, missing: 1, withdrawn: 0 },
  ]);
  expect([first.by_reason, first.consent.rule, first.consent.attested]).toEqual([
    [{ reason: 'no_consent', contacts: 1 }],
    preview.consent.rule,
    null,
  ]);
  expect([second.counts, second.consent.attested]).toEqual([{ moved: 1, unchanged: 1, left: 0 }, attested]);
});

test('the rule by which a transfer was judged stays with it when the rule ends between two chunks', async () => {
  await it.many('agent', TRANSFER_CHUNK_ROWS + 1);
  const asked = { to_user_ids: [it.idOf('far')], attested: 'They agreed on paper, in the folder of May.' };
  const { id } = await it.ask(asked, it.admin);
  const step = () =>
    withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) => moveStep(it.deps, tx, id, AT_ONCE));
  await step();
  await step();
  const { rule } = (await it.read(id, it.admin)).consent;
  await it.sql(`update compliance_rules set ends_on = starts_on where rule = 'data_sharing'`);
  await it.run(id);
  await it.sql(`update compliance_rules set ends_on = null where rule = 'data_sharing'`);

  const { status, consent } = await it.read(id, it.admin);
  expect([status, rule?.title, consent.rule]).toEqual(['complete', expect.any(String), rule]);
});

test('who has forbidden it stays, whatever the asker states of others', async () => {
  const [silent = 0, forbidden = 0] = await it.many('agent', 2);
  await agree(forbidden);
  await it.sql(
    `insert into contact_consents (account_id, contact_id, channel, kind, evidence, source, given_at)
     values ($1, $2, 'share', 'withdrawn', 'said so', 'asked', now() - interval '1 hour')`,
    [it.world.accountId, forbidden],
  );
  const attested = 'They agreed on paper, in the folder of May.';
  const asked = { selection: { ids: [silent, forbidden] }, to_user_ids: [it.idOf('far')], attested };
  const preview = await previewTransfer(it.deps, it.identityOf('admin'), asked);
  const done = await it.ask(asked, it.admin);

  expect(preview.consent).toMatchObject({ needed: 2, given: 0, missing: 1, withdrawn: 1 });
  expect([preview.counts, preview.by_reason]).toEqual([done.counts, done.by_reason]);
  expect([done.counts, done.by_reason]).toEqual([
    { moved: 1, unchanged: 0, left: 1 },
    [{ reason: 'no_consent', contacts: 1 }],
  ]);
});

test('no consent is asked within one business unit', async () => {
  await it.many('agent', 2);
  const done = await it.ask();

  expect([done.counts.moved, done.consent.rule]).toEqual([2, null]);
});

test('a channel gives the names of contacts to the asker and those above, and counts to who receives', async () => {
  await it.many('agent', 2);
  const { id } = await it.ask();
  const streamsOf = (username: string, params: object = { transfer_attempt_id: id }) =>
    contactsTransferChannel.subscribe(it.deps, it.identityOf(username), { ...params });

  expect([await streamsOf('manager'), await streamsOf('admin'), await streamsOf('peer')]).toEqual([
    [`transfer:${id}`],
    [`transfer:${id}`],
    [`transfer:${id}:received`],
  ]);
  expect([
    await streamsOf('agent'),
    await streamsOf('stranger'),
    await streamsOf('peer', { audience: 'downline' }),
  ]).toEqual([null, null, null]);
  expect(await streamsOf('peer', {})).toEqual([`user:${it.idOf('peer')}`]);
});

test('who is above an asker that sees more than they do hears no names', async () => {
  await it.sql('update users set manager_id = $1 where id = $2', [it.idOf('manager'), it.idOf('chief')]);
  const [id = 0] = await it.many('far', 1);
  const { id: transfer } = await it.ask({ selection: { ids: [id] }, to_user_ids: [it.idOf('chief')] }, it.admin);
  await it.sql('update transfer_attempts set user_id = $1 where id = $2', [it.idOf('chief'), transfer]);

  expect(
    await contactsTransferChannel.subscribe(it.deps, it.identityOf('manager'), { transfer_attempt_id: transfer }),
  ).toEqual([`transfer:${transfer}:received`]);
  await it.sql('update users set manager_id = $1 where id = $2', [it.idOf('admin'), it.idOf('chief')]);
});

test('targets are those that the asker may choose, by name', async () => {
  const names = async (who: TransferDesk['agent'], q = '') =>
    (await who.call(listTransferTargets, { query: { q } })).body.data.map(({ name }) => name);

  expect([await names(it.agent), await names(it.manager), await names(it.admin, 'FAR')]).toEqual([
    ['Amy Agent', 'Max Manager'],
    ['Ada Admin', 'Amy Agent', 'Max Manager', 'Pia Peer'],
    ['chief Far', 'far Far'],
  ]);
});

test('a transfer under way stands in the overview of those above, and gets its worker again', async () => {
  await it.many('agent', 300);
  const { id } = await it.ask();
  await it.sql('truncate pgboss.job cascade');
  await resumeOrphanedTransfers(it.deps);
  const waiting = await it.sql<{ name: string; data: unknown }>(
    `select name, data from pgboss.job where name like 'transfers%'`,
  );

  const { body } = await it.admin.call(readLiveOverview);
  expect([body.data.transfers.map((transfer) => transfer.id), waiting]).toEqual([
    [id],
    [{ name: 'transfers.run', data: { accountId: it.world.accountId, transferId: id } }],
  ]);
});
