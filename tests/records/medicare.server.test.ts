import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContact } from '#contract/contacts.contract.ts';
import { importMedicare, readMedicare } from '#contract/records/medicare.contract.ts';
import {
  CAPTURE_MAX_CHARS,
  CAPTURES_MAX,
  readDataCapture,
  updateDataCapture,
} from '#contract/records/data-capture.contract.ts';
import { listSealedFields } from '#contract/records/sealed-fields.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { BLUE_BUTTON } from './blue-button-files.ts';
import { auditOf, deleteContact } from './records-office.ts';

let office: Office;
let agent: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

const bring = (id: number, body: object) => agent.call(importMedicare, { params: { id }, body });

test('a Blue Button file fills what is empty, keeps what differs and tells all of it', async () => {
  const id = await office.add({ owner: 'agent', first_name: 'JOHN Q', last_name: 'Smith', city: 'Austin' });

  const { body } = await bring(id, { text: BLUE_BUTTON });

  expect(body.data).toEqual({
    filled: [
      'dob',
      'address',
      'state',
      'zip_code',
      'phone',
      'email',
      'medicare_number',
      'part_a_on',
      'part_b_on',
      'plan_name',
      'plan_id',
      'plan_type',
      'plan_from',
    ],
    same: ['first_name'],
    differing: [
      { field: 'last_name', stored: 'Smith', found: "O'Brien-Smith" },
      { field: 'city', stored: 'Austin', found: 'Anytown' },
    ],
    refused: [],
    not_understood: [
      'Demographic: Shoe Size',
      'Emergency Contact: Contact Name',
      'Emergency Contact: Address Line 1',
      'Emergency Contact: Home Phone',
      'Drugs: Drug Name',
    ],
  });
  expect((await agent.call(readContact, { params: { id } })).body.data).toMatchObject({
    first_name: 'JOHN Q',
    last_name: 'Smith',
    dob: '1952-01-31',
    phone: '+15125550142',
    version: 2,
  });
  expect((await agent.call(readMedicare, { params: { id } })).body.data).toMatchObject({
    part_a_on: '2017-02-01',
    part_b_on: '2017-03-01',
    plan_id: 'H9999/9999',
    plan_from: '2024-09-01',
    imported_at: expect.any(String),
  });
  expect((await agent.call(listSealedFields, { params: { id } })).body.data[0]?.masked).toBe('****-***-MK73');
  expect(await auditOf(office, id)).toEqual([['medicare.imported', { fields: body.data.filled, version: 2 }]]);
});

test('the same file again finds everything the same and writes nothing', async () => {
  const id = await office.add({ owner: 'agent' });
  await bring(id, { text: BLUE_BUTTON });

  const { body } = await bring(id, { text: BLUE_BUTTON });

  expect([body.data.filled, body.data.same.length, (await auditOf(office, id)).length]).toEqual([[], 16, 1]);
});

test('what differs is replaced where the request says so, and a sealed number is told masked', async () => {
  const id = await office.add({ owner: 'agent', last_name: 'Smith', city: 'Austin' });
  await bring(id, { medicare_number: '2AA0-AA0-AA00', part_a_on: '2016-01-01' });

  const kept = await bring(id, { text: BLUE_BUTTON, overwrite: ['city', 'part_a_on'] });

  expect(kept.body.data.differing).toEqual([
    { field: 'last_name', stored: 'Smith', found: "O'Brien-Smith" },
    { field: 'medicare_number', stored: '****-***-AA00', found: '****-***-MK73' },
  ]);
  expect((await agent.call(readContact, { params: { id } })).body.data.city).toBe('Anytown');
  expect((await agent.call(readMedicare, { params: { id } })).body.data.part_a_on).toBe('2017-02-01');
});

test('fields beside the file count more than the file', async () => {
  const id = await office.add({ owner: 'agent' });
  await bring(id, { text: BLUE_BUTTON, city: 'Waco' });

  expect((await agent.call(readContact, { params: { id } })).body.data.city).toBe('Waco');
});

test('a value that cannot be kept is told with the reason, and the others are kept', async () => {
  const id = await office.add({ owner: 'agent' });
  const { body } = await bring(id, { medicare_number: '123', email: 'nope', dob: '2999-01-01', plan_name: 'Plan' });

  expect([body.data.filled, body.data.refused.map(({ field, reason }) => [field, reason.slice(0, 14)])]).toEqual([
    ['plan_name'],
    [
      ['dob', 'The birth date'],
      ['email', 'Invalid e-mail'],
      ['medicare_number', 'Invalid Medica'],
    ],
  ]);
});

test("nothing to import, another kind of file, somebody else's contact and a deleted one are refused", async () => {
  const id = await office.add({ owner: 'agent' });
  const peer = await office.signIn('peer');
  const statuses = [
    (await bring(id, {})).status,
    (await bring(id, { text: 'Dear Sir,\nregards: none' })).status,
    (await bring(id, { text: 'x'.repeat(2_000_001) })).status,
    (await peer.call(importMedicare, { params: { id }, body: { city: 'Waco' } })).status,
    (await peer.call(readMedicare, { params: { id } })).status,
  ];
  await deleteContact(office, id);
  statuses.push(
    (await bring(id, { city: 'Waco' })).status,
    (await agent.call(readMedicare, { params: { id } })).status,
  );

  expect(statuses).toEqual([422, 422, 422, 404, 404, 409, 200]);
});

const set = (id: number, captures: readonly object[], version: number) =>
  agent.call(updateDataCapture, { params: { id }, body: { captures: captures as never, version } });

test('data captures keep their order and count their versions', async () => {
  const id = await office.add({ owner: 'agent' });
  const before = (await agent.call(readDataCapture, { params: { id } })).body.data;
  await set(
    id,
    [
      { label: ' Pet ', value: 'Cat\r\nBo' },
      { label: 'Pet', value: '' },
    ],
    0,
  );
  await set(
    id,
    [
      { label: 'Tobacco', value: 'No' },
      { label: 'Pet', value: 'Cat' },
    ],
    1,
  );

  const { captures, version } = (await agent.call(readDataCapture, { params: { id } })).body.data;

  expect([before, captures, version]).toEqual([
    { captures: [], version: 0, updated_at: null },
    [
      { label: 'Tobacco', value: 'No' },
      { label: 'Pet', value: 'Cat' },
    ],
    2,
  ]);
  expect(await auditOf(office, id)).toEqual([
    ['data_capture.updated', { count: 2, before: 0 }],
    ['data_capture.updated', { count: 2, before: 2 }],
  ]);
});

test('whoever is late learns what data captures are there now', async () => {
  const id = await office.add({ owner: 'agent' });
  await set(id, [{ label: 'Pet', value: 'Cat' }], 0);

  const late = await set(id, [{ label: 'Pet', value: 'Dog' }], 0);
  const same = await set(id, [{ label: 'Pet', value: 'Cat' }], 0);

  expect([late.status, late.body, same.status]).toEqual([
    409,
    expect.objectContaining({ code: 'contact_changed', errors: { captures: ['Pet: Cat'] } }),
    200,
  ]);
});

test('data captures that an import brought belong to whoever changes them', async () => {
  const id = await office.add({ owner: 'agent' });
  await office.owner.query(
    `insert into data_captures (contact_id, account_id, captures, import_id) values ($1, $2, '[{"label":"A","value":"1"}]', 7)`,
    [id, office.world.accountId],
  );
  await set(id, [{ label: 'A', value: '2' }], 1);

  const { rows } = await office.owner.query('select import_id, version from data_captures where contact_id = $1', [id]);
  expect(rows).toEqual([{ import_id: null, version: 2 }]);
});

test('a label that is missing or too long, too long a value and too many of them are refused', async () => {
  const id = await office.add({ owner: 'agent' });
  const wrong = [
    [{ label: ' ', value: 'x' }],
    [{ label: 'x'.repeat(201), value: '' }],
    [{ label: 'x', value: 'x'.repeat(CAPTURE_MAX_CHARS + 1) }],
    Array.from({ length: CAPTURES_MAX + 1 }, () => ({ label: 'x', value: '' })),
  ];
  const statuses: number[] = [];
  for (const captures of wrong) statuses.push((await set(id, captures, 0)).status);

  expect(statuses).toEqual([422, 422, 422, 422]);
});

test('data captures of somebody else are unknown, and those of a deleted contact are not changed', async () => {
  const id = await office.add({ owner: 'agent' });
  const peer = await office.signIn('peer');
  const theirs = await peer.call(readDataCapture, { params: { id } });
  await deleteContact(office, id);

  expect([theirs.status, (await set(id, [{ label: 'A', value: '' }], 0)).status]).toEqual([404, 409]);
});
