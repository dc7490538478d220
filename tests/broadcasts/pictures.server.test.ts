import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attachBroadcastPicture, dryRunBroadcast, updateBroadcast } from '#contract/broadcasts.contract.ts';
import { estimateWalletCost } from '#contract/wallets.contract.ts';
import { findNamedKeys } from '../../server/features/files/spare-bytes.ts';
import { photo } from '../files/sample-files.ts';
import { addOffice } from '../mail/add-office.ts';
import { purseOf } from '../wallets/purse.ts';
import { type BroadcastDesk, openBroadcastDesk } from './broadcast-desk.ts';

const PICTURE = 30_000;
/** Two segments as a text. */
const LONG = `Hi {{ first_name }}, ${'x'.repeat(150)}`;

let it: BroadcastDesk;
let purse: ReturnType<typeof purseOf>;
beforeAll(async () => {
  it = await openBroadcastDesk();
  it.deps.config.appUrl = 'https://crm.example.test';
  purse = purseOf(it, it.agent);
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.clear();
  await it.sql('update users set wallet_feature_enabled = true');
  await purse.leave(10_000_000);
});

const attach = async (id: number, file?: File) =>
  it.agent.call(attachBroadcastPicture, {
    params: { id },
    file: file ?? new File([new Uint8Array(await photo('png'))], 'card.png'),
  });
const dryRun = async (id: number) => (await it.agent.call(dryRunBroadcast, { params: { id } })).body.data;

test('a picture goes to everyone as one message, however long the text is, and is paid as such', async () => {
  const { id } = await it.draft([await it.willing(), await it.willing()]);
  await it.write(id, { body: LONG, schedule: { kind: 'now' } });
  expect(await dryRun(id)).toMatchObject({ segments: 4, cost: 0.05, price: 0.012 });
  const attached = await attach(id);
  expect(attached.body.data.content.file).toMatchObject({ name: 'card.png', type: 'png' });
  expect(await dryRun(id)).toMatchObject({ segments: 2, cost: 0.06, price: 0.03, by_segments: [{ segments: 1 }] });
  const { body } = await it.agent.call(estimateWalletCost, { body: { usageType: 'mms', quantity: 2 } });
  expect(body.data).toMatchObject({ cost: 0.06 });

  expect((await it.start(id)).status).toBe(200);
  expect(await purse.holds()).toBe(2 * PICTURE);
  await it.runOut(id);
  expect(await purse.has()).toBe(10_000_000 - 2 * PICTURE);
  expect(await purse.paid('mms')).toMatchObject({ quantity: 2 });
  expect(it.line.taken.map(({ media }) => media.length)).toEqual([1, 1]);
  expect(await it.sql('select sum(taken)::int as taken from text_lanes where lane = $1', ['brand'])).toEqual([
    { taken: 2 },
  ]);
});

test('another picture replaces it, and one that was removed leaves nothing behind', async () => {
  const { id } = await it.draft([await it.willing()]);
  await attach(id);
  const keys = async () =>
    (await it.sql<{ file_key: string }>('select file_key from campaign_files order by id')).map((row) => row.file_key);
  const [first = ''] = (await keys()).slice(-1);
  await attach(id);
  expect(await findNamedKeys(it.deps.pool, [first])).toEqual(new Set());
  const before = (await keys()).length;
  const removed = await it.agent.call(updateBroadcast, { params: { id }, body: { remove_file: true } });
  expect([removed.body.data.content.file, (await keys()).length]).toEqual([null, before - 1]);
});

test('a PDF, an e-mail and a broadcast that is sent take none', async () => {
  const people = [await it.willing()];
  const { id } = await it.draft(people);
  const pdf = await attach(id, new File(['%PDF-1.4\nx'], 'card.pdf'));
  expect([pdf.status, pdf.body]).toMatchObject([
    422,
    { errors: { file: ['Carriers show PNG, JPEG and GIF images. Save it as one of these.'] } },
  ]);
  await addOffice(it.owner, it.world);
  const mail = await attach((await it.draft(people, 'mail')).id);
  expect(mail.status).toBe(422);
  await it.write(id);
  await it.start(id);
  expect((await attach(id)).status).toBe(409);
});
