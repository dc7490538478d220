import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { corporations, MAX_CORPORATION_FILES } from '#contract/corporations.contract.ts';
import { products } from '#contract/store/products.contract.ts';
import { readWalletAnalytics } from '#contract/wallets.contract.ts';
import { photo } from '../files/sample-files.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';

const office = openOffice();
describeResource(office, RESOURCES.corporation, {
  use: async (_, id) => {
    await office().chief.call(products.create, { body: { name: `Of ${id}`, price: 1, corporation_id: id } });
    return '1 product uses this corporation. Retire it instead.';
  },
});

const count = async (query: string, id: number) =>
  (await office().it.owner.query<{ count: number }>(query, [id])).rows[0]?.count;
let number = 0;
const create = (fields: object = {}, file?: File) => {
  const body = { name: `Sponsor ${(number += 1)}`, ...fields } as never;
  return office().chief.call(corporations.create, { body, ...(file && { file }) });
};
const add = async (fields: object = {}, file?: File) => (await create(fields, file)).body.data;
const update = (id: number, body: object, file?: File, fileField = 'logo') =>
  office().chief.call(corporations.update, { params: { id }, body, ...(file && { file, fileField }) });
const read = async (id: number) => (await office().chief.call(corporations.read, { params: { id } })).body.data;
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: object }).errors;
const image = async (name = 'logo.png') => new File([new Uint8Array(await photo('png'))], name, { type: 'image/png' });
const stored = () =>
  readdirSync(join(office().it.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

describe('a corporation', () => {
  test('keeps every field, cleaned', async () => {
    const fields = {
      type: 'Sponsor',
      description: 'Plans\nand more',
      domain_name: 'silveroak.example',
      color_1: '#1f4e79',
      color_2: '#0b5e73',
      color_3: '#ffffff',
      faqs: [{ question: 'Who?', answer: 'Anyone.' }],
      latest_news: [{ title: 'News', text: 'More', day: '2026-10-15', link: 'https://example.com/news' }],
      languages_spoken: ['English', 'Spanish'],
      office_hours: [{ day: 'monday', opens: '08:30', closes: '17:00' }],
      office_address: '400 Bayfront Drive',
      city: 'Tampa',
      zip_code: '33602',
      email: 'a@example.com',
      facebook: 'https://facebook.example/a',
      instagram: '',
      linkedin: '',
      twitter: '',
      google: '',
      youtube: '',
      yelp: 'https://yelp.example/a',
      tracking_code: 'G-ABC1234567',
      webpage_active: true,
      user_id: office().it.world.people.agent.id,
      retired: false,
    };
    const { id } = await add({ ...fields, domain_name: 'SilverOak.Example', state: 'Florida', phone: '813-555-0110' });

    const row = await read(id);

    expect(row).toMatchObject({ ...fields, state: 'FL', phone: '+18135550110' });
    expect(row).toMatchObject({ logo: null, files: [], usage: { products: 0, campaign_triggers: 0, trainings: 0 } });
  });

  test('keeps the lists that a change leaves out, and tells nobody of a change that is none', async () => {
    const { id, faqs } = await add({ faqs: [{ question: 'Who?', answer: 'Anyone.' }] });
    const audits = () =>
      count(`select count(*)::int as count from audit_log where subject_type = 'corporation' and subject_id = $1`, id);
    await update(id, { city: 'Tampa' });
    const before = await audits();

    await update(id, { faqs });

    expect((await read(id)).faqs).toEqual(faqs);
    expect(await audits()).toEqual(before);
  });

  test.each([
    [
      'color_1',
      { color_1: '#777777' },
      'Headings need a contrast of 4.5:1 against the background. This color has 4.4:1.',
    ],
    ['color_2', { color_2: 'red' }, 'Enter a color like #14343b.'],
    ['office_hours', { office_hours: [{ day: 'monday', opens: '17:00', closes: '09:00' }] }, 'Enter a closing time'],
    ['faqs.0.question', { faqs: [{ question: ' ', answer: 'x' }] }, 'Enter the question.'],
    ['facebook', { facebook: 'javascript:alert(1)' }, 'Enter an address like https://example.com.'],
    ['domain_name', { domain_name: 'not a domain' }, 'Enter a domain like example.com.'],
    ['tracking_code', { tracking_code: '<script>alert(1)</script>' }, "Scripts aren't accepted."],
    ['user_id', { user_id: 999_999 }, 'User not found.'],
  ])('with a wrong %s is refused there: %j', async (field, fields, message) => {
    const answer = await create(fields);
    expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([422, [field]]);
    expect(JSON.stringify(errorsOf(answer))).toContain(message);
  });

  test('has its colors checked together, also when one of them changes', async () => {
    const { id } = await add({ color_1: '#1f4e79' });
    expect(Object.keys(errorsOf(await update(id, { color_3: '#101010' })))).toEqual(['color_1']);
  });

  test('has its domain alone', async () => {
    await add({ domain_name: 'own.example' });
    expect(errorsOf(await create({ domain_name: 'own.example' }))).toEqual({
      domain_name: ['Another corporation has this domain.'],
    });
  });
});

describe('its logo', () => {
  test('is shown, replaced and removed, and leaves no bytes', async () => {
    const before = stored();
    const { id, logo } = await add({}, await image());
    const shown = await fetch(new URL(logo?.url ?? '', office().it.url));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);

    const refused = await office().chief.call(corporations.remove, { params: { id } });
    expect(refused.status).toBe(409);
    await update(id, {}, await image('other.png'));
    expect((await read(id)).logo?.name).toBe('other.png');
    expect(stored().length).toBe(before.length + 1);

    await update(id, { remove_logo: true });
    expect((await read(id)).logo).toBeNull();
    expect(stored()).toEqual(before);
  });

  test('is an image, and a refused one leaves no bytes', async () => {
    const before = stored();
    const answer = await create({}, new File(['%PDF-1.4\n'], 'logo.pdf', { type: 'application/pdf' }));
    const taken = await create({ tracking_code: 'odd' }, await image());
    expect([Object.keys(errorsOf(answer)), Object.keys(errorsOf(taken))]).toEqual([['logo'], ['tracking_code']]);
    expect(stored()).toEqual(before);
  });
});

describe('its files', () => {
  test('have a title, a link or bytes, a preview image, and go with them', async () => {
    const before = stored();
    const { id } = await add();
    await update(id, { files: [{ file_title: 'Link', file_link: 'https://example.com/a.pdf' }] });
    await update(id, { files: [{ file_title: 'Picture' }] }, await image('brochure.png'), 'file');
    const [link, picture] = (await read(id)).files;
    expect([link?.file, picture?.file?.name]).toEqual([null, 'brochure.png']);

    await update(id, { files: [{ id: link?.id }] }, await image('preview.png'), 'preview_image');
    const [withPreview] = (await read(id)).files;
    const shown = await fetch(new URL(withPreview?.preview_image?.url ?? '', office().it.url));
    expect([withPreview?.preview_image?.name, shown.status]).toEqual(['preview.png', 200]);

    await update(id, {
      files: [
        { id: link?.id, delete: true },
        { id: picture?.id, delete: true },
      ],
    });
    expect((await read(id)).files).toEqual([]);
    expect(stored()).toEqual(before);
  });

  test.each([
    ['without a title', [{ file_link: 'https://example.com' }], 'Enter a title for the file.'],
    ['without a link or bytes', [{ file_title: 'A' }], 'Choose a file, or enter its link.'],
    ['of another corporation', [{ id: 999_999 }], 'File not found.'],
  ])('%s are refused', async (_what, files, sentence) => {
    const { id } = await add();
    expect(errorsOf(await update(id, { files }))).toEqual({ files: [sentence] });
  });

  test('come with one entry that says whose bytes they are', async () => {
    const before = stored();
    const { id } = await add();
    expect(errorsOf(await update(id, {}, await image(), 'file'))).toHaveProperty('files');
    expect(errorsOf(await update(id, {}, await image(), 'picture'))).toHaveProperty('picture');
    expect(stored()).toEqual(before);
  });

  test('are counted', async () => {
    const { id } = await add();
    const file = { file_title: 'A', file_link: 'https://example.com' };
    await update(id, { files: Array.from({ length: MAX_CORPORATION_FILES }, () => file) });
    expect(errorsOf(await update(id, { files: [file] }))).toEqual({ files: ['A corporation has at most 20 files.'] });
  });
});

describe('what uses a corporation', () => {
  test('is counted, keeps it when it is retired, and names only visible ones', async () => {
    const { id } = await add();
    const { chief, stranger } = office();
    await chief.call(products.create, { body: { name: 'Banner', price: 12, corporation_id: id } });
    await chief.call(campaignTriggers.create, {
      body: { name: 'Of sponsor', trigger_type: 'sms', corporation_ids: [id] },
    });
    expect((await read(id)).usage).toEqual({ products: 1, campaign_triggers: 1, trainings: 0 });
    const refused = await chief.call(corporations.remove, { params: { id } });
    expect((refused.body as unknown as { error: string }).error).toBe(
      '1 product and 1 campaign trigger use this corporation. Retire it instead.',
    );

    expect((await update(id, { retired: true })).body.data).toMatchObject({ retired: true });
    const foreign = await stranger.call(products.create, { body: { name: 'X', price: 1, corporation_id: id } });
    expect(errorsOf(foreign)).toEqual({ corporation_id: ['Corporation not found.'] });
  });

  test('is what a wallet spent in the store on its products, less refunds', async () => {
    const { it, chief } = office();
    const { id } = await add();
    const made = await chief.call(products.create, { body: { name: 'Flyer', price: 30, corporation_id: id } });
    const other = await chief.call(products.create, { body: { name: 'Cards', price: 10 } });
    const { id: userId, accountId } = it.world.people.agent;
    await it.owner.query('update users set wallet_feature_enabled = true');
    const agent = await it.signIn('agent');
    await it.owner.query(`insert into store_orders (account_id, user_id, key, payment_method, owner_id, total_cents, paid_cents, refunded_cents,
        created_at, paid_at)
      values (${accountId}, ${userId}, 'one', 'wallet', ${userId}, 4000, 4000, 1000, now(), now()),
        (${accountId}, ${userId}, 'two', 'card', ${userId}, 3000, 3000, 0, now(), now())`);
    await it.owner.query(`insert into store_order_items (account_id, order_id, product_id, name, price_cents, quantity)
      select ${accountId}, o.id, i.product, 'x', i.cents, 1 from store_orders o
      join (values ('one', ${made.body.data.id}, 3000), ('one', ${other.body.data.id}, 1000), ('two', ${made.body.data.id}, 3000))
        i(key, product, cents) on i.key = o.key where o.user_id = ${userId}`);

    const { data } = (await agent.call(readWalletAnalytics, { query: { corporation_id: id } })).body;

    expect(data).toMatchObject({ spent: 22.5, added: 0, by_usage: [{ usage: 'store', spent: 22.5, quantity: 1 }] });
  });
});
