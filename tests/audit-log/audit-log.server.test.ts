import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadAuditEntries, listAuditEntries } from '#contract/audit-log.contract.ts';
import type { Query } from '#contract/endpoint.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let admin: Client;
let contactId: number;

/** The agent's zone and the admin's: the days here are days in New York. */
const DAY = { from: '2026-03-02', to: '2026-03-02' } as const;

beforeAll(async () => {
  it = await openApp();
  admin = await it.signIn('admin');
  const { accountId, otherAccountId, people } = it.world;
  await it.owner.query(`update users set timezone = 'est' where id = $1`, [people.admin.id]);
  const { rows } = await it.owner.query<{ id: number }>(
    `insert into contacts (account_id, business_unit_id, owner_id, number, last_name, first_name)
     values ($1, $2, $3, 9001, 'Quintero', 'Paloma') returning id`,
    [accountId, people.agent.businessUnitId, people.agent.id],
  );
  contactId = rows[0]?.id ?? 0;
  const write = (account: number, actor: number, as: number, entry: readonly unknown[]) =>
    it.owner.query(
      `insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, detail, request_id, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [account, actor, as, ...entry],
    );
  const { agent, manager, stranger } = people;
  const signedIn = ['session.signedIn', 'session', 1, { ip: '203.0.113.7', method: 'password' }, 'request-in'];
  const revealed = [
    'contact.changed',
    'contact',
    contactId,
    { fields: ['first_name', 'zip_code'], version: 2 },
    'request-contact',
  ];
  const exported = ['contacts.exported', 'export', 5, { reason: 'A new system', rows: 12 }, 'request-export'];
  await write(accountId, agent.id, agent.id, [...signedIn, '2026-03-02T05:00:00Z']);
  await write(accountId, manager.id, agent.id, [...revealed, '2026-03-02T18:00:00Z']);
  await write(accountId, manager.id, manager.id, [...exported, '2026-03-03T04:59:59Z']);
  await write(accountId, agent.id, agent.id, [...signedIn, '2026-03-02T04:59:59Z']);
  await write(accountId, agent.id, agent.id, [...signedIn, '2026-03-03T05:00:00Z']);
  await write(otherAccountId, stranger.id, stranger.id, [...exported, '2026-03-02T18:00:00Z']);
});
afterAll(() => it.close());

const list = async (query: Partial<Query<typeof listAuditEntries>>) =>
  (await admin.call(listAuditEntries, { query: { ...DAY, ...query } })).body;
const actions = async (query: Partial<Query<typeof listAuditEntries>>) =>
  (await list(query)).data.map(({ action }) => action);

describe('the audit log', () => {
  test('has the entries of a day of the reader, newest first, of their agency alone', async () => {
    const { data, meta, period } = await list({});

    expect(data.map(({ action, at }) => `${at.slice(5, 16)} ${action}`)).toEqual([
      '03-03T04:59 contacts.exported',
      '03-02T18:00 contact.changed',
      '03-02T05:00 session.signedIn',
    ]);
    expect([meta.total_count, period]).toEqual([3, DAY]);
  });

  test('says who had signed in, as whom, and about which contact, without values and addresses', async () => {
    const { agent, manager } = it.world.people;

    const [, changed, signedIn] = (await list({})).data;

    expect(changed).toMatchObject({
      actor: { id: manager.id },
      acting_as: { id: agent.id },
      subject_name: 'Paloma Quintero',
      contact_number: 9001,
      detail: 'first name, zip code',
    });
    expect(signedIn).toMatchObject({ acting_as: null, detail: 'password' });
    expect(JSON.stringify(await list({}))).not.toContain('203.0.113.7');
  });

  test.each([
    [{ q: 'QUINTERO' }, ['contact.changed']],
    [{ q: 'exported' }, ['contacts.exported']],
    [{ q: 'signed in' }, ['session.signedIn']],
    [{ q: 'Contact: changed' }, ['contact.changed']],
    [{ q: 'request-in' }, ['session.signedIn']],
    [{ q: 'request' }, []],
    [{ q: '203.0.113.7' }, []],
    [{ area: 'access' }, ['session.signedIn']],
    [{ area: 'contacts' }, ['contacts.exported', 'contact.changed']],
    [{ area: 'administration' }, []],
    [{ limit: 1, page: 2 }, ['contact.changed']],
  ] as const)('is narrowed by %o', async (query, expected) => {
    expect(await actions(query)).toEqual(expected);
  });

  test('refuses a range that ends before it begins, or is longer than a year', async () => {
    const refusal = async (query: object) => {
      const { status, body } = await admin.call(listAuditEntries, { query });
      return [status, (body as unknown as { errors: { from: string[] } }).errors.from[0]];
    };

    expect(await refusal({ from: '2026-03-03', to: '2026-03-02' })).toEqual([
      422,
      'Choose a first day that is not after the last one.',
    ]);
    expect(await refusal({ from: '2025-01-01', to: '2026-03-02' })).toEqual([422, 'Choose at most one year.']);
  });

  test('is a file as well, as it is narrowed', async () => {
    const { body } = await admin.call(downloadAuditEntries, { query: { ...DAY, q: 'quintero' } });

    const [heads = [], ...lines] = Papa.parse<string[]>((body as string).trim()).data;
    expect(heads).toContain('Request id');
    expect(lines.map((cells) => [cells[3], cells[6]])).toEqual([['Contact: changed', 'Paloma Quintero']]);
  });
});
