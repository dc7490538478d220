import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContact } from '#contract/contacts.contract.ts';
import { assignToMe, undoAssignToMe } from '#contract/contacts/person.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let agent: Client;
let manager: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
  manager = await office.signIn('manager');
});
afterAll(() => office.close());

const idOf = (username: string) => office.identityOf(username).userId;
const take = (client: Client, id: number) => client.call(assignToMe, { params: { id } });
const giveBack = (client: Client, id: number) => client.call(undoAssignToMe, { params: { id } });

async function traces(id: number) {
  const history = await office.owner.query<object>(
    `select from_owner_id, to_owner_id, actor_id, acting_as_id, reason from contact_owner_changes
     where contact_id = $1 order by id`,
    [id],
  );
  const audit = await office.owner.query<object>(
    `select action, detail from audit_log where subject_type = 'contact' and subject_id = $1 order by id`,
    [id],
  );
  const told = await office.owner.query<{ stream: string }>(
    `select stream from events where body->'ids' @> to_jsonb($1::bigint) order by stream`,
    [id],
  );
  return { history: history.rows, audit: audit.rows, told: told.rows.map(({ stream }) => stream) };
}

describe('a contact that one takes', () => {
  test('from the downline becomes the user’s own, with business unit, history, audit row and both owners notified', async () => {
    const id = await office.add({ owner: 'agent', last_name: 'Taken' });
    await office.owner.query(
      `update contacts set business_unit_id = (select max(id) from business_units where account_id = $2) where id = $1`,
      [id, office.world.accountId],
    );

    const { body } = await take(manager, id);

    expect(body.data).toMatchObject({
      owner: { id: idOf('manager') },
      business_unit_id: office.identityOf('manager').businessUnitId,
      version: 2,
    });
    expect(await traces(id)).toEqual({
      history: [
        {
          from_owner_id: idOf('agent'),
          to_owner_id: idOf('manager'),
          actor_id: idOf('manager'),
          acting_as_id: idOf('manager'),
          reason: 'assigned',
        },
      ],
      audit: [
        {
          action: 'contact.assigned',
          detail: { from_owner_id: idOf('agent'), to_owner_id: idOf('manager'), version: 2 },
        },
      ],
      told: [`user:${idOf('agent')}`, `user:${idOf('manager')}`].toSorted(),
    });
  });

  test('from a pool that one holds stays on that shelf', async () => {
    const id = await office.add({ owner: 'peer', last_name: 'Shelved', pool: office.pools.held });

    const { body } = await take(agent, id);

    expect(body.data).toMatchObject({ owner: { id: idOf('agent') }, pool: { id: office.pools.held } });
  });

  test('is not taken twice', async () => {
    const id = await office.add({ owner: 'agent', last_name: 'Mine' });

    expect((await take(agent, id)).body.data.version).toBe(1);
    expect((await traces(id)).history).toEqual([]);
  });

  test('may belong to anyone for users who manage the account', async () => {
    const id = await office.add({ owner: 'far', last_name: 'Anywhere' });
    const admin = await office.signIn('admin');

    expect((await take(admin, id)).body.data.owner.id).toBe(idOf('admin'));
  });

  test('is refused when it is visible but its owner isn’t in the downline', async () => {
    const id = await office.add({ owner: 'manager', last_name: 'Of the unit' });
    await office.owner.query(`update users set roles = '{bu_admin}' where id = $1`, [idOf('peer')]);
    const unitAdmin = await office.signIn('peer');

    const { status, body } = await take(unitAdmin, id);

    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'access_denied' })]);
    expect((await traces(id)).history).toEqual([]);
    await office.owner.query(`update users set roles = '{agent}' where id = $1`, [idOf('peer')]);
  });

  test('is not there when one does not see it, and not free when it is deleted', async () => {
    const foreign = await office.add({ owner: 'peer', last_name: 'Foreign' });
    const gone = await office.add({ owner: 'agent', last_name: 'Gone', deleted_at: '2026-01-01T00:00:00Z' });

    expect([(await take(agent, foreign)).status, (await take(manager, gone)).status]).toEqual([404, 409]);
  });
});

describe('taking it back', () => {
  test('returns the contact to its previous owner, with its own history row', async () => {
    const id = await office.add({ owner: 'agent', last_name: 'Back' });
    await take(manager, id);

    const { body } = await giveBack(manager, id);

    expect(body.data).toMatchObject({ owner: { id: idOf('agent') }, version: 3 });
    expect((await traces(id)).history.at(-1)).toMatchObject({
      from_owner_id: idOf('manager'),
      to_owner_id: idOf('agent'),
      reason: 'returned',
    });
    expect((await agent.call(readContact, { params: { id } })).status).toBe(200);
  });

  test('happens once', async () => {
    const id = await office.add({ owner: 'agent', last_name: 'Once' });
    await take(manager, id);
    await giveBack(manager, id);

    expect((await giveBack(manager, id)).status).toBe(409);
  });

  test('is refused when someone else has taken it since', async () => {
    const id = await office.add({ owner: 'agent', last_name: 'Moved on' });
    await take(manager, id);
    await take(await office.signIn('admin'), id);

    expect((await giveBack(manager, id)).status).not.toBe(200);
  });

  test('is refused when the previous owner no longer works there', async () => {
    const id = await office.add({ owner: 'far', last_name: 'Left' });
    const admin = await office.signIn('admin');
    await take(admin, id);
    await office.owner.query('update users set active = false where id = $1', [idOf('far')]);

    const { status, body } = await giveBack(admin, id);

    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ error: expect.stringContaining('stays with you') }),
    ]);
  });
});
