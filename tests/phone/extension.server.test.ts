import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readContact, updateContact } from '#contract/contacts.contract.ts';
import { type CallDesk, openCallDesk } from './call-desk.ts';

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const NUMBER = '+12105550112';

async function contact() {
  const id = await it.contact({ first_name: 'Rosa', last_name: 'Vega' });
  const write = (body: Readonly<Record<string, string | null>>) =>
    it.agent.call(updateContact, { params: { id }, body: { contact: body } as never });
  const read = async () => (await it.agent.call(readContact, { params: { id } })).body.data;
  return { id, write, read };
}

test('a phone keeps the extension that is written with it, until one is written without', async () => {
  const { write, read } = await contact();
  await write({ phone: '(210) 555-0112 ext. 45', phone_2: '512-555-0142 x7' });
  expect(await read()).toMatchObject({ phone: NUMBER, phone_ext: '45', phone_2: '+15125550142', phone_2_ext: '7' });

  await write({ phone: '(210) 555-0112', phone_2: null });

  expect(await read()).toMatchObject({ phone: NUMBER, phone_ext: null, phone_2: null, phone_2_ext: null });
});

test('an extension has digits', async () => {
  const { write, read } = await contact();
  expect((await write({ phone: NUMBER, phone_ext: '4 or 5' })).status).toBe(422);
  await write({ phone: NUMBER, phone_ext: '45' });

  expect(await read()).toMatchObject({ phone_ext: '45' });
});

test('another number has no extension of the one before, but its own, if that is the same', async () => {
  const { write, read } = await contact();
  await write({ phone: `${NUMBER} ext. 45`, phone_2: '512-555-0142 x45' });
  await write({ phone: '210-555-0113', phone_2: '512-555-0199 x45' });

  expect(await read()).toMatchObject({ phone: '+12105550113', phone_ext: null });
  expect(await read()).toMatchObject({ phone_2: '+15125550199', phone_2_ext: '45' });
});

test('the timeline names the extension that went with its number', async () => {
  const { id, write } = await contact();
  await write({ phone: `${NUMBER} ext. 45` });
  await write({ phone: '210-555-0113' });

  const text = 'select field, before, after from contact_changes where contact_id = $1 and version = 3 order by field';
  expect(await it.sql(text, [id])).toEqual([
    { field: 'phone', before: NUMBER, after: '+12105550113' },
    { field: 'phone_ext', before: '45', after: '' },
  ]);
});

test('a call to the number of a contact has the extension that follows', async () => {
  const { id, write } = await contact();
  await write({ phone: `${NUMBER} ext. 45`, phone_2: '512-555-0142' });
  const call = async (phone_number: string, contact_id?: number) => {
    const { body } = await it.start({ phone_number, purpose: 'service', ...(contact_id && { contact_id }) });
    return body.data.extension;
  };

  expect([await call(NUMBER, id), await call(NUMBER), await call('+15125550142', id)]).toEqual(['45', '45', null]);
});
