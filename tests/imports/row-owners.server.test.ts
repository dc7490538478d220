import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { retryImportAttempt, startImport, undoImport, validateImport } from '#contract/imports.contract.ts';
import type { ImportForm } from '#contract/imports.contract.ts';
import { fixProblemRows } from '#contract/imports/problems.contract.ts';
import type { Client } from '../_api/app.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
let manager: Client;
beforeAll(async () => {
  it = await openImportDesk();
  manager = await it.signIn('manager');
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, notes, imports, import_rows, import_kept_rows, tags, audit_log cascade'));

const HEADER = 'First Name,Phone,Owner\n';
const row = (name: string, phone: number, owner: string) => `${name},512-555-0${phone},${owner}\n`;

/** First name and owner of the contacts, by id. */
const owned = async () =>
  (
    await it.sql<{ first_name: string; username: string }>(
      `select c.first_name, u.username from contacts c join users u on u.id = c.owner_id
       where c.deleted_at is null order by c.first_name, u.username`,
    )
  ).map(({ first_name, username }) => `${first_name} ${username}`);

const importAs = (csv: string, form?: ImportForm) => it.importFile(csv, form, manager);

async function checked(csv: string, form?: ImportForm) {
  const { id } = await it.upload(csv, form, manager);
  await manager.call(validateImport, { body: { import_id: id } });
  await it.check(id);
  return it.sql<{ check: object }>('select "check" from imports where id = $1', [id]).then(([found]) => ({
    id,
    check: found?.check,
  }));
}

async function undo(id: number) {
  await manager.call(undoImport, { params: { id } });
  await it.undo(id);
  const [found] = await it.sql<{ undo: object }>('select undo from imports where id = $1', [id]);
  return found?.undo;
}

describe('a column of owners', () => {
  test('gives each person to the user it names by username, e-mail or full name', async () => {
    const file = `${HEADER}${row('Ana', 142, 'AGENT')}${row('Bo', 143, 'peer@example.test')}${row('Cy', 144, 'Pia  Peer')}${row('Di', 145, '')}`;
    await importAs(`${file}Ed,512-555-0146,"Agent, Amy"\n`);

    expect(await owned()).toEqual(['Ana agent', 'Bo peer', 'Cy peer', 'Di manager', 'Ed agent']);
  });

  test('gives them the business unit of their owner', async () => {
    const [unit] = await it.sql<{ id: number }>(
      `insert into business_units (account_id, number, name) values ($1, 'B2', 'Branch') returning id`,
      [it.world.accountId],
    );
    await it.sql('update users set business_unit_id = $1 where id = $2', [unit?.id, it.world.people.peer.id]);
    await importAs(`${HEADER}${row('Ana', 142, 'agent')}${row('Bo', 143, 'peer')}`);

    expect(
      await it.sql('select first_name, business_unit_id = $1 as branch from contacts order by 1', [unit?.id]),
    ).toEqual([
      { first_name: 'Ana', branch: false },
      { first_name: 'Bo', branch: true },
    ]);
  });

  test.each([
    ['unknown', 'Zed Moss', `Owner "Zed Moss" isn't a user you can assign contacts to.`],
    ['of someone above', 'admin', `Owner "admin" isn't a user you can assign contacts to.`],
    ['of another agency', 'outsider', `Owner "outsider" isn't a user you can assign contacts to.`],
  ])('lists a name that is %s, and the person stays with the owner of the import', async (_, name, message) => {
    const { unread_rows } = await importAs(`${HEADER}${row('Ana', 142, 'agent')}${row('Bo', 143, name)}`, {
      fields: { '0': 'first_name', '1': 'phone', '2': 'owner' },
    });

    expect(await owned()).toEqual(['Ana agent', 'Bo manager']);
    expect(unread_rows).toBe(1);
    expect(
      await it.sql(`select unread -> 0 ->> 'message' as message from import_rows where unread is not null`),
    ).toEqual([{ message }]);
  });

  test('lists a name that several users have', async () => {
    await it.sql(`update users set first_name = 'Amy', last_name = 'Agent' where id = $1`, [it.world.people.peer.id]);
    const fields = { '0': 'first_name', '1': 'phone', '2': 'owner' } as const;
    await importAs(`${HEADER}${row('Ana', 142, 'Amy Agent')}${row('Bo', 143, 'peer')}`, { fields });
    await it.sql(`update users set first_name = 'Pia', last_name = 'Peer' where id = $1`, [it.world.people.peer.id]);

    expect(await owned()).toEqual(['Ana manager', 'Bo peer']);
    expect(
      await it.sql(`select unread -> 0 ->> 'message' as message from import_rows where unread is not null`),
    ).toEqual([{ message: 'Owner "Amy Agent" matches several users. Enter the username.' }]);
  });

  test("updates the owner's contact, and moves none of another owner", async () => {
    await importAs(`${HEADER}${row('Ana', 142, 'agent')}${row('Ana', 142, 'peer')}`);
    const file = `First Name,Phone,Owner,City\nAna,512-555-0142,peer,Waco\nAna,512-555-0142,,Austin\n`;
    const { check } = await checked(file);
    const done = await importAs(file);

    expect(check).toMatchObject({ planned: { created: 1, updated: 1 }, skipped: 0 });
    expect(done.counts).toEqual({ created: 1, updated: 1, skipped: 0, problems: 0 });
    expect(await it.sql('select username, city from contacts c join users u on u.id = owner_id order by 1')).toEqual([
      { username: 'agent', city: '' },
      { username: 'manager', city: 'Austin' },
      { username: 'peer', city: 'Waco' },
    ]);
  });

  test('takes a later row of the person into the contact of that owner', async () => {
    const file = `First Name,Phone,Owner,City\nAna,512-555-0142,peer,\nAna,512-555-0142,Pia Peer,Waco\nAna,512-555-0142,manager,\nAna,512-555-0142,,Austin\n`;
    const { check } = await checked(file);
    await importAs(file);

    expect(check).toMatchObject({ planned: { created: 2, updated: 2 } });
    expect(await it.sql('select username, city from contacts c join users u on u.id = owner_id order by 1')).toEqual([
      { username: 'manager', city: 'Austin' },
      { username: 'peer', city: 'Waco' },
    ]);
  });

  test('is undone for all owners, but not for contacts that were moved since', async () => {
    await importAs(`${HEADER}${row('Cy', 144, 'peer')}`);
    const file = `First Name,Phone,Owner,City\nAna,512-555-0142,agent,\nBo,512-555-0143,peer,\nCy,512-555-0144,peer,Waco\nDi,512-555-0145,,\n`;
    const { id } = await importAs(file);
    await it.sql(`update contacts set owner_id = $1 where first_name = 'Bo'`, [it.world.people.agent.id]);

    expect(await undo(id)).toEqual({ removed: 2, put_back: 1, kept: 1 });
    expect(await owned()).toEqual(['Bo agent', 'Cy peer']);
    expect(await it.sql(`select city from contacts where first_name = 'Cy'`)).toEqual([{ city: '' }]);
    expect(await it.sql('select reason from import_kept_rows')).toEqual([{ reason: 'owner_changed' }]);
  });
});

describe('an owner that could not be read', () => {
  const file = `${HEADER}${row('Ana', 142, 'agent')}${row('Bo', 143, 'per')}`;
  const fields = { '0': 'first_name', '1': 'phone', '2': 'owner' } as const;

  test('is corrected before the import', async () => {
    const { id, check } = await checked(file, { fields });
    expect(check).toMatchObject({
      unread: { rows: 1, by_reason: [{ reason: 'value_unknown', field: 'owner', cells: 1 }] },
    });

    const fix = async (owner: string) => {
      const rows = [{ row_number: 2, cells: { '2': owner } }];
      return (await manager.call(fixProblemRows, { params: { id }, body: { rows } })).body.data;
    };
    expect(await fix('pier')).toMatchObject([{ is_good: false }]);
    expect(await fix('peer')).toMatchObject([{ is_good: true }]);
    await manager.call(startImport, { body: { import_id: id } });
    await it.run(id);

    expect(await owned()).toEqual(['Ana agent', 'Bo peer']);
  });

  test('stays listed when it is corrected later: only a transfer moves a contact', async () => {
    const { id } = await importAs(file, { fields });
    await manager.call(retryImportAttempt, {
      params: { id },
      body: { rows: [{ row_number: 2, cells: { '2': 'peer' } }] },
    });
    await it.run(id);

    expect(await owned()).toEqual(['Ana agent', 'Bo manager']);
    expect(
      await it.sql(`select unread -> 0 ->> 'message' as message from import_rows where unread is not null`),
    ).toEqual([{ message: 'The contact already has a different owner.' }]);
  });

  test('of another cell is corrected in the contact of its owner', async () => {
    const { id } = await importAs(`First Name,Phone,Owner,DOB\nAna,512-555-0142,agent,13/32/1950\n`);
    await manager.call(retryImportAttempt, {
      params: { id },
      body: { rows: [{ row_number: 1, cells: { '3': '5/7/1947' } }] },
    });
    await it.run(id);

    expect(await it.sql('select dob::text from contacts')).toEqual([{ dob: '1947-05-07' }]);
    expect(await undo(id)).toEqual({ removed: 1, put_back: 0, kept: 0 });
  });
});

describe('the suggestion of an owner', () => {
  const suggested = async (header: string, ...values: string[]) => {
    const { fields } = await it.upload(
      `Name,Phone,${header}\n${values.map((value, place) => `P${place},512-555-010${place},${value}\n`).join('')}`,
      {},
      manager,
    );
    return fields['2'] ?? null;
  };

  test.each(['Owner', 'Assigned To', 'Agent', 'Person - Owner', 'Contact Owner', 'Lead Owner Name'])(
    'is made for %s when most values are users',
    async (header) => {
      expect(await suggested(header, 'Amy Agent', 'peer', 'Zed Moss')).toBe('owner');
    },
  );

  test.each([
    ['Owner', ['Zed Moss', 'Amy Agent']],
    ['Owner', ['']],
    ['Doctor', ['Amy Agent', 'peer']],
  ])('is not made for %s with %j', async (header, values) => {
    expect(await suggested(header, ...values)).toBe(null);
  });
});
