import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateContact } from '#contract/contacts.contract.ts';
import { assignToMe } from '#contract/contacts/person.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { emitContactsChanged } from '../../server/features/contacts/contact-events.ts';
import { notificationsChannel } from '../../server/features/contacts/notifications.channel.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const idOf = (username: string) => office.identityOf(username).userId;
const follow = (username: string, params: object) =>
  notificationsChannel.subscribe(office.deps, office.identityOf(username), { ...params });
const streamsOf = async (id: number) => {
  const { rows } = await office.owner.query<{ stream: string; body: unknown }>(
    `select stream, body from events where stream like 'contact:' || $1 || ':%' order by id`,
    [id],
  );
  return rows;
};

describe('a contact is followed', () => {
  test('by its owner and by everyone else who sees it', async () => {
    const id = await office.add({ owner: 'agent', pool: office.pools.foreign });
    const stream = [`contact:${id}:${idOf('agent')}`, `contacts:${idOf('agent')}`];

    expect([
      await follow('agent', { contact_id: id }),
      await follow('manager', { contact_id: id }),
      await follow('admin', { contact_id: id }),
      await follow('peer', { contact_id: id }),
    ]).toEqual([stream, stream, stream, stream]);
  });

  test("by no one who can't see it, as if it didn't exist", async () => {
    const id = await office.add({ owner: 'agent' });

    expect([
      await follow('peer', { contact_id: id }),
      await follow('stranger', { contact_id: id }),
      await follow('agent', { contact_id: 999_999_999 }),
    ]).toEqual([null, null, null]);
  });

  test('by its id alone', async () => {
    expect([await follow('agent', { contact_id: '1 or 1=1' }), await follow('agent', { contact_id: -1 })]).toEqual([
      null,
      null,
    ]);
  });
});

describe('messages about a contact', () => {
  test('is that it changed, and nothing of it', async () => {
    const id = await office.add({ owner: 'agent', last_name: 'Told' });
    const manager = await office.signIn('manager');
    await manager.call(updateContact, { params: { id }, body: { contact: { city: 'Waco' } } });

    expect(await streamsOf(id)).toEqual([
      { stream: `contact:${id}:${idOf('agent')}`, body: { type: 'contact.changed', id } },
    ]);
  });

  test('is one for each owner when many changed, to lists and to everyone who views one of them', async () => {
    const ids = await Promise.all(Array.from({ length: 51 }, () => office.add({ owner: 'agent' })));
    const other = await office.add({ owner: 'peer' });
    await office.owner.query('delete from events');
    const changed = ids.map((id) => ({ id, owner_id: idOf('agent') }));

    await withAccount(office.deps.pool, office.identityOf('agent'), (tx) =>
      emitContactsChanged(tx, office.identityOf('agent').accountId, [
        ...changed,
        { id: other, owner_id: idOf('peer') },
      ]),
    );

    const { rows } = await office.owner.query<{ stream: string; body: unknown }>('select stream, body from events');
    expect(Object.fromEntries(rows.map(({ stream, body }) => [stream, body]))).toEqual({
      [`contacts:${idOf('agent')}`]: { type: 'contact.changed', id: null },
      [`contacts:${idOf('peer')}`]: { type: 'contact.changed', id: null },
      [`user:${idOf('agent')}`]: { type: 'contacts.changed', ids: null },
      [`user:${idOf('peer')}`]: { type: 'contacts.changed', ids: [other] },
    });
  });

  test("doesn't reach subscribers from before a transfer", async () => {
    const id = await office.add({ owner: 'agent', last_name: 'Given' });
    const manager = await office.signIn('manager');
    await manager.call(assignToMe, { params: { id } });
    await manager.call(updateContact, { params: { id }, body: { contact: { city: 'Waco' } } });

    const streams = (await streamsOf(id)).map(({ stream }) => stream);
    expect(streams).toEqual([
      // The last word to those who followed it: they look again, and are refused.
      `contact:${id}:${idOf('agent')}`,
      `contact:${id}:${idOf('manager')}`,
      `contact:${id}:${idOf('manager')}`,
    ]);
    expect(await follow('agent', { contact_id: id })).toBeNull();
  });
});
