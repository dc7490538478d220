import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { readContact } from '../../server/features/contacts/contacts.service.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
const ids = new Map<string, number>();

beforeAll(async () => {
  office = await openOffice();
  const people = ['admin', 'manager', 'agent', 'peer', 'chief', 'far', 'stranger', 'outsider'];
  for (const owner of people) ids.set(owner, await office.add({ owner, last_name: owner }));
  ids.set('shelf', await office.add({ owner: 'far', last_name: 'shelf', pool: office.pools.held }));
  ids.set('gone', await office.add({ owner: 'agent', last_name: 'gone', deleted_at: '2026-01-01T00:00:00Z' }));
});
afterAll(() => office.close());

describe('a list', () => {
  test.each<[string, ContactsScopeInput, string[]]>([
    ['agent', { contact_group: 'mine' }, ['agent']],
    ['agent', { contact_group: 'downline' }, []],
    ['agent', { contact_group: 'all' }, ['agent', 'shelf']],
    ['agent', { contact_group: 'deleted' }, ['gone']],
    ['peer', { contact_group: 'all' }, ['peer']],
    ['peer', { contact_group: 'deleted' }, []],
    ['manager', { contact_group: 'mine' }, ['manager']],
    ['manager', { contact_group: 'mine', all_downline: true }, ['agent', 'manager', 'peer']],
    ['manager', { contact_group: 'downline' }, ['agent', 'peer']],
    ['manager', { contact_group: 'all' }, ['agent', 'manager', 'peer']],
    ['manager', { contact_group: 'deleted' }, ['gone']],
    ['chief', { contact_group: 'all' }, ['chief', 'far', 'shelf']],
    ['chief', { contact_group: 'downline' }, []],
    ['admin', { contact_group: 'mine' }, ['admin']],
    ['admin', { contact_group: 'all' }, ['admin', 'agent', 'chief', 'far', 'manager', 'peer', 'shelf']],
    ['admin', { contact_group: 'downline' }, ['agent', 'chief', 'far', 'manager', 'peer', 'shelf']],
    ['stranger', { contact_group: 'all' }, ['outsider', 'stranger']],
  ])('of %s with %o shows %o', async (username, scope, names) => {
    const { data, meta } = await office.list(username, scope);

    expect([data.map((row) => row.last_name), meta.total_count]).toEqual([names, names.length]);
  });

  test('of a pool shows its holder the whole shelf', async () => {
    expect(await office.namesOf('agent', { pool_id: office.pools.held })).toEqual(['shelf']);
  });

  test('of a pool shows others what of it they see anyway', async () => {
    expect(await office.namesOf('manager', { pool_id: office.pools.held, contact_group: 'all' })).toEqual([]);
    expect(await office.namesOf('chief', { pool_id: office.pools.held, contact_group: 'all' })).toEqual(['shelf']);
  });

  test('of one person below shows theirs', async () => {
    const { userId } = office.identityOf('agent');

    expect(await office.namesOf('manager', { downline_user_id: userId })).toEqual(['agent']);
  });

  test.each(['peer', 'chief', 'outsider'])(
    'refuses %s the list of an agent outside their downline',
    async (username) => {
      const { userId } = office.identityOf('agent');

      await expect(office.list(username, { downline_user_id: userId })).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  test('of one person of the business unit excludes their downline in another', async () => {
    const { owner, world } = office;
    const far = office.identityOf('far').userId;
    await owner.query('update users set manager_id = $2 where id = $1', [world.people.peer.id, far]);
    try {
      for (const scope of [{ all_downline: true }, { contact_group: 'all' }, { contact_group: 'downline' }] as const) {
        const shown = await office.namesOf('chief', { downline_user_id: far, ...scope });
        expect(shown).not.toContain('peer');
      }
    } finally {
      await owner.query('update users set manager_id = $2 where id = $1', [
        world.people.peer.id,
        world.people.manager.id,
      ]);
    }
  });

  test('refuses a pool of another account', async () => {
    const asked = office.list('stranger', { pool_id: office.pools.held });

    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is the same with a search as without', async () => {
    for (const username of ['agent', 'peer', 'manager', 'chief', 'admin', 'stranger']) {
      for (const contact_group of ['mine', 'downline', 'all', 'deleted'] as const) {
        const search = [{ field: 'first_name' as const, value: 'nobody at all', op: 'not' as const }];

        expect(await office.namesOf(username, { contact_group, search })).toEqual(
          await office.namesOf(username, { contact_group }),
        );
      }
    }
  });

  test('counts every group', async () => {
    const { meta } = await office.list('manager', { for_contact_group_all: true });

    expect(meta.groups).toEqual({ mine: 1, downline: 2, all: 3, deleted: 1 });
  });
});

describe('a contact', () => {
  test.each([
    ['agent', ['agent', 'shelf', 'gone']],
    ['peer', ['peer']],
    ['manager', ['agent', 'peer', 'manager', 'gone']],
    ['chief', ['chief', 'far', 'shelf']],
    ['admin', ['admin', 'manager', 'agent', 'peer', 'chief', 'far', 'shelf', 'gone']],
    ['outsider', ['outsider']],
  ])('%s reads %o and nothing else', async (username, readable) => {
    const seen: string[] = [];
    for (const [name, id] of ids) {
      const found = await readContact(office.deps, office.identityOf(username), 'id', id).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'not_found' });
        return null;
      });
      if (found !== null) seen.push(name);
    }

    expect(seen.toSorted()).toEqual(readable.toSorted());
  });
});
