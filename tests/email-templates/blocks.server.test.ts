import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { broadcastEmails } from '#contract/email-templates.contract.ts';
import type { EmailDocument } from '#contract/email-templates/blocks.contract.ts';
import { renderBlocks } from '#rules/emails/render-blocks.ts';
import { sizeOfImage } from '../../server/features/email-templates/image-size.ts';
import { findNamedKeys } from '../../server/features/files/spare-bytes.ts';
import { photo } from '../files/sample-files.ts';
import { openOffice } from '../_matrix/describe-resource.ts';

const office = openOffice();

const emailOf = (words: string): EmailDocument => ({
  version: 1,
  blocks: [{ kind: 'text', id: 1, text: words, align: 'left' }],
});
let number = 0;
const create = (fields: object) =>
  office().chief.call(broadcastEmails.create, {
    body: { name: `Blocks ${(number += 1)}`, subject: 'Hi', body: 'written by the client', ...fields },
  });
const update = (id: number, body: object) => office().chief.call(broadcastEmails.update, { params: { id }, body });
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: object }).errors;

describe('a template made of blocks', () => {
  test('has the HTML of its blocks, whatever is sent beside them', async () => {
    const { body } = await create({ format: 'text', blocks: emailOf('Hello {{ first_name }}') });
    const changed = await update(body.data.id, { blocks: emailOf('Bye'), body: 'other' });

    expect(body.data).toMatchObject({ format: 'html', body: renderBlocks(emailOf('Hello {{ first_name }}')) });
    expect(changed.body.data).toMatchObject({ blocks: emailOf('Bye'), body: renderBlocks(emailOf('Bye')) });
  });

  test('is not changed around its blocks', async () => {
    const { id } = (await create({ blocks: emailOf('Hello') })).body.data;

    expect(errorsOf(await update(id, { body: '<p>Other</p>' }))).toHaveProperty('body');
    expect(errorsOf(await update(id, { format: 'text' }))).toHaveProperty('body');
  });

  test('becomes HTML source, and never blocks again', async () => {
    const { id, body } = (await create({ blocks: emailOf('Hello') })).body.data;
    const source = (await update(id, { blocks: null })).body.data;
    const edited = (await update(id, { body: '<p>Other</p>' })).body.data;

    expect(source).toMatchObject({ blocks: null, format: 'html', body });
    expect(edited.body).toBe('<p>Other</p>');
    expect(errorsOf(await update(id, { blocks: emailOf('Hello') }))).toEqual({
      blocks: ["A template that was written can't be turned into blocks. Add a new one."],
    });
  });

  test.each([
    ['no block', { version: 1, blocks: [] }, 'Add a block.'],
    ['an unknown field', emailOf('{{ frist_name }}'), 'Block 1: unknown merge field “frist_name”.'],
    ['a loop', emailOf('{% for x in y %}{% endfor %}'), 'there is no "for" here.'],
  ])('is refused with %s', async (_, blocks, message) =>
    expect(errorsOf(await create({ blocks }))).toEqual({ body: [expect.stringContaining(message)] }),
  );

  test('keeps its layout in the e-mail of a contact, with values that bring no tags', async () => {
    const { body } = await office().chief.call(broadcastEmails.preview, {
      body: { subject: 'Hi', body: renderBlocks(emailOf('**Hello** {{ my_name }}')), format: 'html' },
    });

    expect(body.data.email?.html).toMatch(/<table role="presentation".*<strong>Hello<\/strong> \w/s);
    expect(body.data.email?.text).toMatch(/^Hello \w/);
  });
});

describe('an image', () => {
  const jpeg = async () => new File([new Uint8Array(await photo())], 'office.jpg');
  const upload = (file: File, client = office().chief) => client.call(broadcastEmails.uploadImage, { file });
  const pathOf = (url: string) => new URL(url).pathname;
  const kept = () => readdirSync(join(office().it.deps.config.dataDir, 'files')).toSorted();

  test('is checked, measured, and loads without a session', async () => {
    const { body } = await upload(await jpeg());
    const { url, ...image } = body.data;
    const loaded = await office().it.app.inject({ url: pathOf(url) });

    expect([loaded.statusCode, loaded.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(loaded.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(loaded.rawPayload.includes('Exif')).toBe(false);
    expect(sizeOfImage(loaded.rawPayload)).toEqual({ width: image.width, height: image.height });
  });

  test('is named in the storage as long as its row', async () => {
    await upload(await jpeg());
    const { rows } = await office().it.owner.query<{ file_key: string }>('select file_key from email_images');
    const keys = rows.map(({ file_key: key }) => key);

    expect([...(await findNamedKeys(office().it.deps.pool, keys))].toSorted()).toEqual(keys.toSorted());
  });

  test('of another kind is refused, and nothing of it stays', async () => {
    const before = kept();
    const refused = await upload(new File(['%PDF-1.4'], 'a.pdf'));

    expect(errorsOf(refused)).toEqual({
      file: ['Mail clients show PNG, JPEG and GIF images. Save it as one of these.'],
    });
    expect(kept()).toEqual(before);
  });

  test('has an address that can be neither guessed nor changed', async () => {
    const path = pathOf((await upload(await jpeg())).body.data.url);
    const [account = '', id = '', signature = ''] = (path.split('/').at(-1) ?? '').split('.');
    const changed = [`${account}.${Number(id) + 1}.${signature}`, `${account}.${id}.${'A'.repeat(22)}`];

    for (const token of changed) {
      expect((await office().it.app.inject({ url: `/_mail/images/${token}` })).statusCode).toBe(404);
    }
  });

  test('is added by those who write templates', async () =>
    expect((await upload(await jpeg(), office().agent)).status).toBe(403));
});

test.each([
  ['PNG', '89504e470d0a1a0a0000000d49484452000001f400000064', { width: 500, height: 100 }],
  ['GIF', '4749463839612c01c800', { width: 300, height: 200 }],
  ['JPEG', 'ffd8ffe000040000ffc0000b0800c8012c03', { width: 300, height: 200 }],
  ['broken JPEG', 'ffd8ffe000040000000000000000', null],
  ['text', '48656c6c6f', null],
])('the size of a %s', (_, hex, size) => expect(sizeOfImage(Buffer.from(hex, 'hex'))).toEqual(size));
