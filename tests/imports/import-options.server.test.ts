import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NEW_TAG, updateContact } from '#contract/contacts.contract.ts';
import { createNote, deleteNote } from '#contract/contacts/notes.contract.ts';
import { listImportAttempts, startImport, undoImport, validateImport } from '#contract/imports.contract.ts';
import { listKeptRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import { uploadClients, uploadLeads } from '#contract/imports/uploaders.contract.ts';
import { logActivity } from '#contract/timeline/activities.contract.ts';
import { createTag } from '#contract/tags.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { startFromStoredFile } from '../../server/features/imports/imports.service.ts';
import type { Identity } from '../../server/identity.ts';
import type { Client } from '../_api/app.ts';
import { contactsHash } from './contacts-hash.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
let manager: Client;
let peer: Client;
beforeAll(async () => {
  it = await openImportDesk();
  manager = await it.signIn('manager');
  peer = await it.signIn('peer');
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql('truncate contacts, notes, imports, import_rows, import_check_rows, import_kept_rows, events cascade'),
);

const HEADER = 'First Name,Last Name,Phone,Email,DOB\n';
const ANA = 'Ana,Ruiz,512-555-0142,ana@example.com,1950-03-04\n';
const BO = "Bo,O'Brien,512-555-0143,bo@example.com,1951-03-04\n";

const hash = () => contactsHash(it.owner, it.world.accountId);
const tag = async (name: string) =>
  (await it.sql<{ id: number }>('select id from tags where name = $1', [name]))[0]?.id ??
  (await it.agent.call(createTag, { body: { name } })).body.data.id;
const tagsOf = (name: string) =>
  it.sql<{ tag_ids: number[] }>('select tag_ids from contacts where first_name = $1 and deleted_at is null', [name]);
const undo = async (id: number, by = it.agent) => {
  await by.call(undoImport, { params: { id } });
  await it.undo(id);
};

describe('dates that both orders fit', () => {
  const FILE = 'First Name,Phone,DOB\nAna,512-555-0142,05.07.1947\nBo,512-555-0143,06.08.1947\n';
  const days = async () =>
    (await it.sql<{ dob: string }>('select dob::text as dob from contacts order by first_name')).map(({ dob }) => dob);

  test('are read in the order that is chosen after the check', async () => {
    const { id } = await it.upload(FILE);
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    const asked = await it.read(id);
    await it.agent.call(validateImport, { body: { import_id: id, date_orders: { '2': 'day_first' } } });
    await it.check(id);
    const chosen = await it.read(id);
    await it.agent.call(startImport, { body: { import_id: id } });
    await it.run(id);

    expect(asked.check?.dates).toMatchObject([{ index: 2, order: 'month_first', known_by: 'unknown' }]);
    expect(asked.check?.dates?.[0]?.examples[0]).toEqual({
      text: '05.07.1947',
      month_first: '1947-05-07',
      day_first: '1947-07-05',
    });
    expect(chosen.check?.dates).toMatchObject([{ index: 2, order: 'day_first', known_by: 'chosen' }]);
    expect(await days()).toEqual(['1947-07-05', '1947-08-06']);
  });

  test('are read as another row says, also when nobody checks the file first', async () => {
    await it.importFile(`${FILE}Cy,512-555-0144,23.04.1946\n`);

    expect(await days()).toEqual(['1947-07-05', '1947-08-06', '1946-04-23']);
  });

  test('are read in the order that comes with the upload', async () => {
    await it.importFile(FILE, { date_orders: { '2': 'day_first' } });

    expect(await days()).toEqual(['1947-07-05', '1947-08-06']);
  });
});

describe('dates of a file that is uploaded and started in one call', () => {
  const FILE =
    'First Name,Phone,DOB\nAna,512-555-0142,05/07/1947\nBo,512-555-0143,23/04/1946\nCy,512-555-0144,1950-12-13\n';
  const days = () => it.sql('select first_name as name, dob::text as dob from contacts order by 1');

  test.each([
    ['the uploader of leads', uploadLeads],
    ['the uploader of clients', uploadClients],
    ['the start', startImport],
  ] as const)('are month first by %s; one that has no such month is listed as an unread cell', async (_, endpoint) => {
    const answer = await it.agent.call(endpoint, { body: {}, file: new File([FILE], 'people.csv') });
    const { id } = answer.body.data;
    await it.run(id);
    const listed = await it.agent.call(listProblemRows, { params: { id }, query: {} });

    expect(await days()).toEqual([
      { name: 'Ana', dob: '1947-05-07' },
      { name: 'Bo', dob: null },
      { name: 'Cy', dob: '1950-12-13' },
    ]);
    expect(listed.body.data.map(({ row_number, message }) => [row_number, message])).toEqual([
      [2, `Birth date "23/04/1946" isn't a date.`],
    ]);
    expect(await it.sql('select captures from data_captures')).toEqual([
      { captures: [{ label: 'DOB', value: '23/04/1946' }] },
    ]);
  });

  test('are in the order that the call names', async () => {
    const body = { date_orders: { '2': 'day_first' } } as const;
    const answer = await it.agent.call(uploadLeads, { body, file: new File([FILE], 'people.csv') });
    await it.run(answer.body.data.id);

    expect(await days()).toEqual([
      { name: 'Ana', dob: '1947-07-05' },
      { name: 'Bo', dob: '1946-04-23' },
      { name: 'Cy', dob: '1950-12-13' },
    ]);
  });
});

test('dates whose values contradict each other are month first until someone chooses, whichever are more', async () => {
  const dates = ['05/07/1947', '23/04/1946', '24/04/1946', '04/23/1946'];
  const rows = dates.map((dob, index) => `P${index},512-555-014${index},${dob}\n`).join('');
  const { check } = await it.importFile(`First Name,Phone,DOB\n${rows}`);

  expect(check?.dates).toMatchObject([{ order: 'month_first', known_by: 'unknown' }]);
  expect(await it.sql('select dob::text as dob from contacts order by first_name')).toEqual([
    { dob: '1947-05-07' },
    { dob: null },
    { dob: null },
    { dob: '1946-04-23' },
  ]);
});

describe('a scrub', () => {
  test.each([
    ['the phone and name', 'ANA,Ruiz,(512) 555-0142,,\n'],
    ['the e-mail and name', 'Ana,Ruiz,,ANA@example.com,\n'],
    ['name and birth date', 'Ana,Ruiz,713-555-0100,,3/4/1950\n'],
    ['name and birth date, accents aside', 'Ana,RUÍZ,713-555-0100,,3/4/1950\n'],
  ])('leaves out whom it finds by %s, and tags them', async (_, line) => {
    const found = await tag('found again');
    await it.importFile(HEADER + ANA);
    const { counts } = await it.importFile(HEADER + line + BO, {
      scrub_against: { scope: 'mine' },
      updated_lead_tags: [found],
    });

    expect([counts, await tagsOf('Ana')]).toEqual([
      { created: 1, updated: 0, skipped: 1, problems: 0 },
      [{ tag_ids: [found] }],
    ]);
  });

  test('finds a phone or e-mail in the other place as well', async () => {
    const header = 'First Name,Phone,Phone 2,Email,Email 2\n';
    await it.importFile(`${header}Ana,512-555-0142,512-555-0199,,\nBo,,,bo@example.com,b@example.com\n`);
    const { counts } = await it.importFile(
      `${header}Ana,713-555-0100,512-555-0142,,\nBo,713-555-0101,,x@example.com,BO@example.com\n`,
      { scrub_against: { scope: 'mine' } },
    );

    expect(counts).toEqual({ created: 0, updated: 0, skipped: 2, problems: 0 });
  });

  test('sets the outcome and keeps the fields of existing contacts', async () => {
    await it.importFile(HEADER + ANA);
    const { id } = await it.importFile('First Name,Last Name,Phone,City\nAna,Ruiz,512-555-0142,Waco\n', {
      scrub_against: { scope: 'mine' },
    });

    expect(await it.sql('select outcome, reason from import_rows where import_id = $1', [id])).toEqual([
      { outcome: 'skipped', reason: 'scrubbed' },
    ]);
    expect(await it.sql('select city from contacts')).toEqual([{ city: '' }]);
  });

  test('by phone alone finds no one: a household shares it', async () => {
    await it.importFile(HEADER + ANA);
    const { counts } = await it.importFile(`${HEADER}Luis,Ruiz,512-555-0142,,\n`, { scrub_against: { scope: 'all' } });

    expect(counts.created).toBe(1);
  });

  test('looks in its scope only', async () => {
    await it.importFile(HEADER + ANA, {}, peer);
    await it.importFile(HEADER + BO);
    const asked = async (scope: 'mine' | 'downline' | 'all') =>
      (await it.importFile(HEADER + ANA + BO, { scrub_against: { scope } }, manager)).counts;

    expect([await asked('mine'), await asked('downline')]).toEqual([
      { created: 2, updated: 0, skipped: 0, problems: 0 },
      { created: 0, updated: 0, skipped: 2, problems: 0 },
    ]);
  });

  test('takes a later row of the same person along, chunks apart', async () => {
    await it.importFile(HEADER + ANA);
    const filler = Array.from({ length: 5_000 }, (_, index) => `P${index},Orr,,p${index}@example.com,\n`).join('');
    const { counts } = await it.importFile(
      `${HEADER}Ana,Ruiz,713-555-0100,ana@example.com,\n${filler}Ana,Ruiz,713-555-0100,,\n`,
      { scrub_against: { scope: 'mine' } },
    );

    expect(counts).toEqual({ created: 5_000, updated: 0, skipped: 2, problems: 0 });
  });

  test('against an unspecified pool is refused', async () => {
    const answer = await it.agent.call(validateImport, {
      body: { scrub_against: { scope: 'pool', pool: 999_999 } },
      file: new File([HEADER + ANA], 'a.csv'),
    });

    expect(answer.status).toBe(422);
  });

  test('against a pool without naming it is refused', async () => {
    const answer = await it.agent.call(validateImport, {
      body: { scrub_against: { scope: 'pool' } },
      file: new File([HEADER + ANA], 'a.csv'),
    });

    expect([answer.status, answer.body]).toMatchObject([
      422,
      { errors: { scrub_against: ['Choose a pool to scrub against.'] } },
    ]);
  });

  test('is undone with its tags', async () => {
    await it.importFile(HEADER + ANA);
    const before = await hash();
    const { id } = await it.importFile(HEADER + ANA + BO, {
      scrub_against: { scope: 'mine' },
      updated_lead_tags: [await tag('found again')],
    });
    const between = await hash();
    await undo(id);

    expect([between === before, await hash(), (await it.read(id)).undo]).toEqual([
      false,
      before,
      { removed: 1, put_back: 1, kept: 0 },
    ]);
  });

  test("restores tags of another owner's contact as well", async () => {
    await it.importFile(HEADER + ANA);
    const before = await hash();
    const { id } = await it.importFile(
      HEADER + ANA,
      { scrub_against: { scope: 'downline' }, updated_lead_tags: [await tag('found again')] },
      manager,
    );
    const between = await hash();
    await undo(id, manager);

    expect([between === before, await hash()]).toEqual([false, before]);
  });
});

describe('other columns', () => {
  const OTHER = 'First Name,Phone,Plan code,Quote\nAna,512-555-0142,H-17,\nBo,512-555-0143,,=2+2\n';
  const FIELDS = { 0: 'first_name', 1: 'phone' } as const;
  const captures = () =>
    it.sql('select c.first_name, d.captures from data_captures d join contacts c on c.id = d.contact_id order by 1');

  test('are kept whole, however many and long they are, or named as too long', async () => {
    const headers = Array.from({ length: 150 }, (_, index) => `Question ${index}`);
    const header = `First Name,Phone,${'A long question about the plan '.repeat(3)},${headers.join(',')}\n`;
    const row = (name: string, phone: string, answer: string) =>
      `${name},${phone},${answer},${headers.map((_, index) => `a${index}`).join(',')}\n`;
    const { counts } = await it.importFile(
      header + row('Ana', '512-555-0142', 'x'.repeat(5_000)) + row('Bo', '512-555-0143', 'x'.repeat(20_001)),
      { keep_other_columns: true },
    );
    const [kept] = (await captures()) as { captures: { label: string; value: string }[] }[];
    const [problem] = await it.sql<{ message: string }>(`select message from import_rows where outcome = 'problem'`);

    expect([counts.created, counts.problems, kept?.captures.length, kept?.captures[0]?.value.length]).toEqual([
      1, 1, 151, 5_000,
    ]);
    expect(kept?.captures[0]?.label).toHaveLength(92);
    expect(problem?.message).toMatch(/has 20,001 characters\. The limit is 20,000\.$/);
  });

  test('become data captures, named by their headers', async () => {
    await it.importFile(OTHER, { fields: FIELDS, keep_other_columns: true });

    expect(await captures()).toEqual([
      { first_name: 'Ana', captures: [{ label: 'Plan code', value: 'H-17' }] },
      { first_name: 'Bo', captures: [{ label: 'Quote', value: '=2+2' }] },
    ]);
  });

  test('are left out unless asked for', async () => {
    await it.importFile(OTHER, { fields: FIELDS });

    expect(await captures()).toEqual([]);
  });

  test('add to a known contact, once', async () => {
    const form = { fields: FIELDS, keep_other_columns: true };
    await it.importFile(OTHER, form);
    const { counts } = await it.importFile(OTHER.replace('H-17', 'H-18'), form);

    expect([counts, (await captures())[0]]).toEqual([
      { created: 0, updated: 1, skipped: 1, problems: 0 },
      {
        first_name: 'Ana',
        captures: [
          { label: 'Plan code', value: 'H-17' },
          { label: 'Plan code', value: 'H-18' },
        ],
      },
    ]);
  });

  test('are undone with the import', async () => {
    const form = { fields: FIELDS, keep_other_columns: true };
    await it.importFile(OTHER.replace('Bo,', 'Cy,'), form);
    await it.importFile('First Name,Phone\nDee,512-555-0199\n');
    const before = await hash();
    const { id } = await it.importFile(`${OTHER.replace('H-17', 'H-18')}Dee,512-555-0199,H-1,\n`, form);
    const between = await hash();
    await undo(id);

    expect([between === before, await hash()]).toEqual([false, before]);
  });

  test('keep a contact from the undo when it has been changed since', async () => {
    const { id } = await it.importFile(OTHER, { fields: FIELDS, keep_other_columns: true });
    await it.sql(`update data_captures set version = version + 1
      where contact_id = (select id from contacts where first_name = 'Ana')`);
    await undo(id);

    expect((await it.read(id)).undo).toEqual({ removed: 1, put_back: 0, kept: 1 });
  });
});

describe('undo', () => {
  test('deletes created contacts whose only note is deleted again', async () => {
    const { id } = await it.importFile(HEADER + ANA + BO);
    const [ana, bo] = await it.sql<{ id: number }>('select id from contacts order by id');
    for (const contact of [ana?.id ?? 0, bo?.id ?? 0]) {
      const note = await it.agent.call(createNote, { params: { id: contact }, body: { body: 'Called.' } });
      await it.agent.call(deleteNote, { params: { id: contact, noteId: note.body.data.id } });
    }
    await it.agent.call(logActivity, { params: { id: bo?.id ?? 0 }, body: { type: 'call', body: '' } });
    await undo(id);

    expect((await it.read(id)).undo).toEqual({ removed: 1, put_back: 0, kept: 1 });
  });

  test('keeps created and changed contacts with later changes', async () => {
    await it.importFile(HEADER + ANA);
    const { id } = await it.importFile(HEADER + ANA.replace('1950', '1949') + BO);
    for (const contact of await it.sql<{ id: number }>('select id from contacts')) {
      it.advance(1_000);
      await it.agent.call(createNote, {
        params: { id: contact.id },
        body: { body: 'Called.' },
      });
    }
    await undo(id);

    const kept = await it.agent.call(listKeptRows, { params: { id }, query: {} });
    expect(kept.body.data.map(({ name, reason }) => [name, reason])).toEqual([
      ['Ana Ruiz', 'changed_since'],
      ["Bo O'Brien", 'changed_since'],
    ]);
  });
});

describe('the vendor of leads', () => {
  const form = { api_vendor_obj: { vendor_name: 'LeadCo', vendor_type: 'internet' } };

  test('is made once by its name and set on what is created', async () => {
    await it.importFile(HEADER + ANA, form, manager);
    const second = await it.importFile(HEADER + BO, { api_vendor_obj: { vendor_name: ' leadco ' } }, manager);

    expect([
      second.api_vendor,
      await it.sql('select v.vendor_name from contacts c join api_vendors v on v.id = c.api_vendor_id'),
    ]).toEqual([
      { id: second.api_vendor?.id, vendor_name: 'LeadCo', vendor_type: 'internet' },
      [{ vendor_name: 'LeadCo' }, { vendor_name: 'LeadCo' }],
    ]);
  });

  test("can't be set by a user who may not track leads", async () => {
    const answer = await it.agent.call(validateImport, { body: form, file: new File([HEADER + ANA], 'a.csv') });

    expect(answer.status).toBe(403);
  });
});

describe('fresh leads', () => {
  const LINES = 'First Name,Phone,Type\nAna,512-555-0142,\nBo,512-555-0143,recruit\n';
  const tagged = () =>
    it.sql(`select c.first_name, t.name from contacts c left join tags t on t.id = any(c.tag_ids)
      where c.deleted_at is null order by 1, 2`);
  const look = async (name: string, contact = {}) => {
    const [found] = await it.sql<{ id: number }>('select id from contacts where first_name = $1', [name]);
    await it.agent.call(updateContact, { params: { id: found?.id ?? 0 }, query: {}, body: { contact } });
  };

  test('are tagged when created, and no others are', async () => {
    await it.importFile('First Name,Phone\nCy,512-555-0144\n');
    const { fresh_leads } = await it.importFile(`${LINES}Cy,512-555-0144,client\n`, { fresh_leads: true });

    expect([fresh_leads, await tagged()]).toEqual([
      true,
      [
        { first_name: 'Ana', name: NEW_TAG },
        { first_name: 'Bo', name: null },
        { first_name: 'Cy', name: null },
      ],
    ]);
  });

  test.each([
    ['the uploader of leads', uploadLeads, {}, NEW_TAG],
    ['the uploader of leads that are not fresh', uploadLeads, { fresh_leads: false }, null],
    ['the uploader of clients', uploadClients, {}, null],
  ] as const)('come by %s', async (_, endpoint, body, name) => {
    const answer = await it.agent.call(endpoint, { body, file: new File([HEADER + ANA], 'people.csv') });
    await it.run(answer.body.data.id);

    expect(await tagged()).toEqual([{ first_name: 'Ana', name }]);
  });

  test('go with the undo although their owner has looked at them', async () => {
    const { id } = await it.importFile(HEADER + ANA + BO, { fresh_leads: true });
    await look('Ana');
    const seen = await tagged();
    await undo(id);

    expect([seen[0], (await it.read(id)).undo]).toEqual([
      { first_name: 'Ana', name: null },
      { removed: 2, put_back: 0, kept: 0 },
    ]);
  });

  test('stay when something was changed or added with the first view, or after it', async () => {
    const { id } = await it.importFile(HEADER + ANA + BO, { fresh_leads: true });
    await look('Ana', { city: 'Waco' });
    await look('Bo');
    const [bo] = await it.sql<{ id: number }>(`select id from contacts where first_name = 'Bo'`);
    await it.agent.call(createNote, { params: { id: bo?.id ?? 0 }, body: { body: 'Called.' } });
    await undo(id);

    expect((await it.read(id)).undo).toEqual({ removed: 0, put_back: 0, kept: 2 });
  });
});

describe('an uploader', () => {
  const KEPT = 'file-0190c2a4-0000-4000-8000-000000000001';
  const file = (text: string) => new File([text], 'people.csv');

  test.each([
    ['leads', uploadLeads, 'lead'],
    ['clients', uploadClients, 'client'],
  ] as const)('of %s imports in one go; rows keep what they say of themselves', async (_, endpoint, type) => {
    const answer = await it.agent.call(endpoint, {
      body: {},
      file: file('First Name,Phone,Type\nAna,512-555-0142,\nBo,512-555-0143,recruit\n'),
    });
    await it.run(answer.body.data.id);

    expect([answer.status, answer.body.data.status]).toEqual([200, 'queued']);
    expect(await it.sql('select first_name, type from contacts order by 1')).toEqual([
      { first_name: 'Ana', type },
      { first_name: 'Bo', type: 'recruit' },
    ]);
  });

  test('uses a file that is already in the storage, and keeps it', async () => {
    await it.deps.storage.save(KEPT, Readable.from([HEADER + ANA]));
    const { accountId } = it.world;
    const { id: userId } = it.agent.person!;
    const identity = { accountId, userId, actorId: userId, roles: ['agent'] } as unknown as Identity;
    const stored = { fileKey: KEPT, fileName: 'people.csv' };
    const { id } = await startFromStoredFile(it.deps, { identity, requestId: 'r'.repeat(16) }, {}, stored, 'client');
    await it.run(id);

    const keys = await withAccount(it.deps.pool, { accountId }, (tx) =>
      tx.raw<{ file_key: string }>('select file_key from imports where id = $1', [id]),
    );
    expect([(await it.read(id)).counts.created, keys[0]?.file_key === KEPT]).toEqual([1, false]);
  });
});

describe('the history', () => {
  test('shows what an import was asked to do', async () => {
    const found = await tag('found again');
    await it.importFile(HEADER + ANA, { scrub_against: { scope: 'downline' }, updated_lead_tags: [found] });
    const { body } = await it.agent.call(listImportAttempts, { query: {} });

    expect(body.data[0]).toMatchObject({
      scrub_against: { scope: 'downline', pool: null },
      updated_lead_tags: [found],
      keep_other_columns: false,
      contact_type: 'lead',
      api_vendor: null,
    });
  });
});
