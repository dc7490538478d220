import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importMedicare, readMedicare } from '#contract/records/medicare.contract.ts';
import { readRxDetails, revealRxDetails, updateRxDetails } from '#contract/records/rx-details.contract.ts';
import { listSealedFields, revealField, updateSealedFields } from '#contract/records/sealed-fields.contract.ts';
import {
  createSecurity,
  deleteSecurity,
  listSecurities,
  restoreSecurity,
  revealSecurity,
  updateSecurity,
} from '#contract/records/securities.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { findContactsBySecret } from '../../server/features/records/sealed-fields.service.ts';
import { tenantTables, textOf } from '../_matrix/tenant-rows.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { auditOf, deleteContact } from './records-office.ts';

let office: Office;
let agent: Client;
const logged: string[] = [];

beforeAll(async () => {
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logged.push(line.toString());
      done();
    },
  });
  office = await openOffice({ log: pino({ level: 'trace' }, stream) });
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

const person = () => office.add({ owner: 'agent', last_name: 'Kim' });
const MBI = '1EG4-TE5-MK73';
const NUMBERS = { medicare_number: MBI, ssn: '123-45-6789', bank_routing: '021000021', bank_account: '000987654321' };
const write = (id: number, body: Partial<Record<keyof typeof NUMBERS, string | null>>) =>
  agent.call(updateSealedFields, { params: { id }, body });
const masksOf = async (id: number) =>
  Object.fromEntries(
    (await agent.call(listSealedFields, { params: { id } })).body.data.map(({ field, masked }) => [field, masked]),
  );

describe('sealed numbers', () => {
  test('are shown masked, in every answer', async () => {
    const id = await person();
    const { body } = await write(id, NUMBERS);

    expect(await masksOf(id)).toEqual({
      medicare_number: '****-***-MK73',
      ssn: '***-**-6789',
      bank_routing: '****0021',
      bank_account: '****4321',
    });
    expect(body.data.map(({ masked }) => masked)).toEqual(Object.values(await masksOf(id)));
  });

  test('are revealed one at a time, each time with a row in the audit log', async () => {
    const id = await person();
    await write(id, NUMBERS);

    const { body } = await agent.call(revealField, { params: { id }, body: { field: 'ssn' } });
    const none = await agent.call(revealField, { params: { id: await person() }, body: { field: 'ssn' } });

    expect([body.data, none.body.data]).toEqual([{ value: '123456789' }, { value: null }]);
    expect(await auditOf(office, id)).toEqual([
      ['sealed_fields.updated', { fields: ['medicare_number', 'ssn', 'bank_routing', 'bank_account'] }],
      ['contact.revealed', { field: 'ssn' }],
    ]);
  });

  test('are replaced, removed and left as they are', async () => {
    const id = await person();
    await write(id, NUMBERS);
    await write(id, { ssn: '321-54-9876', bank_routing: '', bank_account: null });
    await write(id, { ssn: '234-56-7891', bank_routing: '', medicare_number: MBI });

    expect(await masksOf(id)).toEqual({
      medicare_number: '****-***-MK73',
      ssn: '***-**-7891',
      bank_routing: null,
      bank_account: null,
    });
  });

  test('that are the same again change nothing and are told to nobody', async () => {
    const id = await person();
    await write(id, NUMBERS);
    await write(id, NUMBERS);

    expect((await auditOf(office, id)).length).toBe(1);
  });

  test('are refused by field, and then none of them is written', async () => {
    const id = await person();
    const { status, body } = await write(id, { ...NUMBERS, ssn: '000-12-3456', bank_routing: '021000022' });

    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([
      422,
      ['ssn', 'bank_routing'],
    ]);
    expect(Object.values(await masksOf(id))).toEqual([null, null, null, null]);
  });

  test('of somebody else are unknown, and of a deleted contact are shown and not changed', async () => {
    const id = await person();
    await write(id, NUMBERS);
    const peer = await office.signIn('peer');
    const asked = { params: { id }, body: { field: 'ssn' } } as const;

    expect([
      (await peer.call(listSealedFields, { params: { id } })).status,
      (await peer.call(revealField, asked)).status,
      (await peer.call(updateSealedFields, { params: { id }, body: { ssn: '' } })).status,
    ]).toEqual([404, 404, 404]);

    await deleteContact(office, id);
    expect([(await agent.call(revealField, asked)).status, (await write(id, { ssn: '' })).status]).toEqual([200, 409]);
  });

  test('are revealed at most 60 times a minute', async () => {
    const id = await person();
    const manager = await office.signIn('manager');
    const statuses: number[] = [];
    for (let calls = 0; calls < 61; calls += 1) {
      statuses.push((await manager.call(revealField, { params: { id }, body: { field: 'ssn' } })).status);
    }

    expect(statuses.at(-1)).toBe(429);
  });

  test('find their contacts again, in this account only', async () => {
    const [one, two] = [await person(), await person()];
    for (const id of [one, two]) await write(id, { medicare_number: '2AA0-AA0-AA00' });
    const find = (username: string, value: string) =>
      withAccount(office.deps.pool, office.identityOf(username), (tx) =>
        findContactsBySecret(tx, office.deps.seal, 'medicare_number', value),
      );

    expect([
      await find('agent', '2aa0aa0aa00'),
      await find('agent', '3AA0AA0AA00'),
      await find('agent', 'nonsense'),
      await find('stranger', '2AA0AA0AA00'),
    ]).toEqual([[one, two], [], [], []]);
  });
});

describe('a security', () => {
  const add = async (id: number, security: object) =>
    (await agent.call(createSecurity, { params: { id }, body: { security } })).body.data;

  test('keeps its account number sealed, masks it and reveals it', async () => {
    const id = await person();
    const security = await add(id, {
      company: 'Allianz',
      kind: 'indexed_annuity',
      value_cents: 12_500_000,
      purchased_on: '2020-03-01',
      matures_on: '2030-03-01',
      qualified: true,
      account_number: 'AZ-5544 3322',
    });
    const place = { params: { id, securityId: security.id } };

    expect(security).toMatchObject({ company: 'Allianz', value_cents: 12_500_000, account_number_masked: '****3322' });
    expect((await agent.call(revealSecurity, place)).body.data).toEqual({ value: 'AZ55443322' });
    expect(await auditOf(office, id)).toEqual([
      ['security.created', { security_id: security.id }],
      ['contact.revealed', { field: 'account_number', security_id: security.id }],
    ]);
  });

  test('is changed, deleted and restored with its number', async () => {
    const id = await person();
    const { id: securityId } = await add(id, { company: 'Allianz', account_number: '1234567890' });
    const place = { params: { id, securityId } };
    const change = (security: object, version?: number) =>
      agent.call(updateSecurity, { ...place, body: { security, ...(version === undefined ? {} : { version }) } });

    const renumbered = await change({ account_number: '9999888877' }, 1);
    const late = await change({ account_number: '5555444433' }, 1);
    const renamed = await change({ company: 'Athene' });
    await agent.call(deleteSecurity, place);
    const between = (await agent.call(listSecurities, { params: { id } })).body.data;
    const restored = await agent.call(restoreSecurity, place);

    expect([renumbered.body.data.version, renamed.body.data, between]).toEqual([
      2,
      expect.objectContaining({ company: 'Athene', account_number_masked: '****8877', version: 3 }),
      [],
    ]);
    expect(late.status).toBe(409);
    expect(restored.body.data).toEqual(renamed.body.data);
    expect((await change({ account_number: '' })).body.data.account_number_masked).toBeNull();
    expect((await auditOf(office, id))[1]).toEqual([
      'security.updated',
      { security_id: securityId, fields: ['account_number'], record_version: 2 },
    ]);
  });

  test('is refused without a company, with a wrong number and when it matures before it was bought', async () => {
    const id = await person();
    const wrong = [
      { kind: 'cd' },
      { company: 'A', account_number: '12' },
      { company: 'A', purchased_on: '2026-01-02', matures_on: '2026-01-01' },
    ];
    const fields: string[][] = [];
    for (const security of wrong) {
      const { body } = await agent.call(createSecurity, { params: { id }, body: { security: security as never } });
      fields.push(Object.keys((body as unknown as { errors: object }).errors));
    }

    expect(fields).toEqual([['company'], ['account_number'], ['matures_on']]);
    expect((await agent.call(listSecurities, { params: { id } })).body.data).toEqual([]);
  });
});

const LISINOPRIL = {
  drug: 'Lisinopril',
  dosage: '10 mg',
  frequency: 'daily',
  quantity: '30',
  pharmacy: 'Walgreens Lamar',
  prescriber: 'Dr. Ortiz',
  notes: '',
};

describe('prescriptions', () => {
  const set = (id: number, prescriptions: readonly object[], version: number) =>
    agent.call(updateRxDetails, { params: { id }, body: { prescriptions: prescriptions as never, version } });

  test('are counted and masked for everybody, and shown with a row in the audit log', async () => {
    const id = await person();
    const before = await agent.call(readRxDetails, { params: { id } });
    const written = await set(id, [LISINOPRIL], 0);
    const shown = await agent.call(revealRxDetails, { params: { id } });

    expect(before.body.data).toEqual({ count: 0, version: 0, updated_at: null, masked: [] });
    expect(written.body.data).toMatchObject({ count: 1, version: 1, masked: ['L*****'] });
    expect(shown.body.data).toMatchObject({ version: 1, prescriptions: [LISINOPRIL] });
    expect(await auditOf(office, id)).toEqual([
      ['rx_details.updated', { count: 1, before: 0 }],
      ['contact.revealed', { field: 'rx_details' }],
    ]);
  });

  test('that somebody changed meanwhile are not written over; the same list again changes nothing', async () => {
    const id = await person();
    await set(id, [LISINOPRIL], 0);

    const same = await set(id, [LISINOPRIL], 0);
    const late = await set(id, [], 0);

    expect([same.status, same.body.data.version]).toEqual([200, 1]);
    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'contact_changed',
        errors: { prescriptions: ['The stored version (1) has 1 prescriptions.'] },
      }),
    ]);
  });

  test('need the name of the drug, and are at most 60', async () => {
    const id = await person();

    expect([
      (await set(id, [{ ...LISINOPRIL, drug: ' ' }], 0)).status,
      (
        await set(
          id,
          Array.from({ length: 61 }, () => LISINOPRIL),
          0,
        )
      ).status,
      (await set(id, [{ drug: 'Metformin' }], 0)).status,
    ]).toEqual([422, 422, 422]);
  });

  test('of somebody else are unknown, and those of a deleted contact are not changed', async () => {
    const id = await person();
    const peer = await office.signIn('peer');
    expect([
      (await peer.call(readRxDetails, { params: { id } })).status,
      (await peer.call(revealRxDetails, { params: { id } })).status,
    ]).toEqual([404, 404]);

    await deleteContact(office, id);
    expect([
      (await set(id, [LISINOPRIL], 0)).status,
      (await agent.call(readRxDetails, { params: { id } })).status,
    ]).toEqual([409, 200]);
  });
});

describe('what is sealed', () => {
  const SECRETS = [
    '5EE5EE5EE55',
    '5EE5-EE5-EE55',
    '219-09-9998',
    '219099998',
    '322271627',
    '55512349999',
    'AZQQ778899',
    'Zyxolimab',
    'Dr. Quillfeather',
  ];

  test('stands nowhere in clear: no table, no audit row, no event, no job, no stored answer, no line of the log', async () => {
    const id = await person();
    const key = (name: string) => ({ idempotencyKey: `${name}-${id}` });
    const numbers = { ssn: '219-09-9998', bank_routing: '322271627', bank_account: '55512349999' };
    await agent.call(updateSealedFields, { params: { id }, body: numbers, ...key('numbers') });
    const prescriptions = [{ ...LISINOPRIL, drug: 'Zyxolimab', prescriber: 'Dr. Quillfeather' }];
    await agent.call(updateRxDetails, { params: { id }, body: { prescriptions, version: 0 }, ...key('rx') });
    await agent.call(updateRxDetails, { params: { id }, body: { prescriptions: [], version: 7 }, ...key('rx late') });
    const security = { company: 'Allianz', account_number: 'AZQQ778899' };
    await agent.call(createSecurity, { params: { id }, body: { security }, ...key('security') });
    await agent.call(importMedicare, {
      params: { id },
      body: { text: 'Medicare Number: 5EE5-EE5-EE55' },
      ...key('import'),
    });
    await agent.call(updateSealedFields, {
      params: { id },
      body: { ...numbers, ssn: '219-09-9998 x' },
      ...key('wrong'),
    });
    await agent.call(revealField, { params: { id }, body: { field: 'medicare_number' }, ...key('reveal') });
    await agent.call(revealRxDetails, { params: { id }, ...key('reveal rx') });

    const texts = new Map<string, string>([['log', logged.join('')]]);
    for (const table of await tenantTables(office.owner)) {
      texts.set(table, await textOf(office.owner, table, office.world.accountId));
    }
    const { rows: jobs } = await office.owner.query<{ data: string }>('select data::text from pgboss.job');
    texts.set('jobs', jobs.map(({ data }) => data).join(' '));
    const found = [...texts].flatMap(([where, text]) =>
      SECRETS.filter((secret) => text.toLowerCase().includes(secret.toLowerCase())).map(
        (secret) => `${secret} in ${where}`,
      ),
    );

    expect(texts.get('idempotency_keys')).toContain('****8899');
    expect(logged.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});

test('the facts of Medicare that were never imported are empty', async () => {
  const { body } = await agent.call(readMedicare, { params: { id: await person() } });

  expect(body.data).toEqual({
    part_a_on: null,
    part_b_on: null,
    plan_name: '',
    plan_id: '',
    plan_type: '',
    plan_from: null,
    imported_at: null,
  });
});
