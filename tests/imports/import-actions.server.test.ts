import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { restoreContacts } from '#contract/bulk.contract.ts';
import { updateContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import {
  cancelImport,
  deleteImportAttempt,
  listImportAttempts,
  pauseImport,
  readImportAttempt,
  retryImportAttempt,
  startImport,
  undoImport,
  validateImport,
} from '#contract/imports.contract.ts';
import {
  downloadProblemRows,
  listKeptRows,
  listProblemRows,
  previewUndo,
} from '#contract/imports/problems.contract.ts';
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

const HEADER = 'First Name,Last Name,Phone,City\n';
const ANA = 'Ana,Ruiz,512-555-0142,Waco\n';
const BO = "Bo,O'Brien,512-555-0143,Waco\n";
const hash = () => contactsHash(it.owner, it.world.accountId);

describe('an upload', () => {
  test('answers a draft with columns and a mapping', async () => {
    const answer = await it.agent.call(validateImport, {
      body: {},
      file: new File([HEADER + ANA], 'C:\\lists\\march.csv'),
    });

    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { status: 'draft', file_name: 'march.csv', fields: { 0: 'first_name', 1: 'last_name', 2: 'phone', 3: 'city' } },
    ]);
  });

  test.each([
    ['an empty file', ''],
    ['a PDF', '%PDF-1.7'],
    ['a header alone', HEADER],
  ])('of %s is refused and leaves nothing behind', async (_, content) => {
    const answer = await it.agent.call(validateImport, { body: {}, file: new File([content], 'a.csv') });

    expect(answer.status).toBe(422);
    expect((answer.body as unknown as { errors: Record<string, string[]> }).errors['file']).toHaveLength(1);
    expect(await it.sql('select id from imports')).toEqual([]);
  });

  test.each([
    ['an owner above', 'owner', () => ({ owner: it.world.people.manager.id })],
    ['a pool of nobody', 'pool', () => ({ pool: 99 })],
    ['an unknown tag', 'tags', () => ({ tags: [99] })],
  ] as const)('is refused with %s', async (_, field, form) => {
    const answer = await it.agent.call(validateImport, { body: form(), file: new File([HEADER + ANA], 'a.csv') });

    expect([answer.status, Object.keys((answer.body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
  });

  test('reads the columns again below another header row', async () => {
    const { id } = await it
      .upload(`x,y\nPhone,Name\n512-555-0142,Ana Ruiz\n`, { header_row: 1 })
      .catch(() => ({ id: 0 }));
    const answer = await it.agent.call(validateImport, { body: { import_id: id, header_row: 2 } });

    expect([answer.body.data.header_row, answer.body.data.fields]).toEqual([2, { 0: 'phone', 1: 'full_name' }]);
  });

  test('shows the columns of another header row before anything is mapped', async () => {
    const { id } = await it.upload(`Phone,Name\nfoo,bar\n512-555-0142,Ana Ruiz\n`);
    const answer = await it.agent.call(validateImport, { body: { import_id: id, header_row: 2 } });

    expect([answer.status, answer.body.data.status, answer.body.data.columns.map(({ header }) => header)]).toEqual([
      200,
      'draft',
      ['foo', 'bar'],
    ]);
  });

  test("refuses a mapping that can't identify anyone", async () => {
    const { id } = await it.upload(HEADER + ANA);
    const answer = await it.agent.call(startImport, { body: { import_id: id, fields: { 3: 'city' } } });

    expect(answer.status).toBe(422);
  });
});

describe('who may see and do what', () => {
  test('its user and all managers read it, others find nothing', async () => {
    const { id } = await it.upload(HEADER + ANA);
    const [admin, outsider] = [await it.signIn('admin'), await it.signIn('outsider')];

    const statuses: number[] = [];
    for (const client of [it.agent, manager, admin, peer, outsider]) {
      statuses.push((await client.call(readImportAttempt, { params: { id } })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 404, 404]);
  });

  test('someone above may pause, someone beside finds nothing', async () => {
    const { id } = await it.upload(HEADER + ANA);
    await it.agent.call(startImport, { body: { import_id: id } });

    const beside = await peer.call(pauseImport, { params: { id } });
    const above = await manager.call(pauseImport, { params: { id } });
    expect([beside.status, above.status, above.body.data.status]).toEqual([404, 200, 'paused']);
  });

  test("the history lists the user's own attempts and their downline's", async () => {
    await it.upload(HEADER + ANA);
    await it.upload(HEADER + BO, {}, peer);

    const counts: (number | null)[] = [];
    for (const client of [it.agent, peer, manager]) {
      counts.push((await client.call(listImportAttempts, { query: {} })).body.meta.total_count);
    }
    expect(counts).toEqual([1, 1, 2]);
  });
});

describe('the history', () => {
  test('is narrowed by tab, file name, user and status', async () => {
    const done = await it.importFile(HEADER + ANA);
    const draft = await it.upload(HEADER + BO, {}, peer);
    await it.agent.call(deleteImportAttempt, { params: { id: done.id } });

    const ids = async (query: object) =>
      (await manager.call(listImportAttempts, { query })).body.data.map((attempt) => attempt.id);
    expect([
      await ids({}),
      await ids({ tab: 'deleted' }),
      await ids({ tab: 'running' }),
      await ids({ filter_by: 'file_name', filter_value: 'LIST' }),
      await ids({ filter_by: 'file_name', filter_value: '%' }),
      await ids({ filter_by: 'user', filter_value: 'pia' }),
      await ids({ filter_by: 'status', filter_value: 'done' }),
      await ids({ filter_by: 'user', filter_value: '9'.repeat(23) }),
    ]).toEqual([[draft.id], [done.id], [draft.id], [draft.id], [], [draft.id], [], []]);
  });
});

describe('undo', () => {
  test('moves what was created to the deleted and puts back what was changed', async () => {
    await it.importFile(HEADER + ANA);
    const before = await hash();
    const { id } = await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,Austin\n${BO}`);
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);

    expect(await it.read(id)).toMatchObject({ status: 'undone', undo: { removed: 1, put_back: 1, kept: 0 } });
    expect(await hash()).toBe(before);
  });

  test('keeps and lists what has been changed since', async () => {
    const { id } = await it.importFile(HEADER + ANA + BO);
    const [ana] = await it.sql<{ id: number }>(`select id from contacts where first_name = 'Ana'`);
    await it.agent.call(updateContact, {
      params: { id: ana?.id ?? 0 },
      query: {},
      body: { contact: { city: 'Dallas' } },
    });
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);

    const kept = await it.agent.call(listKeptRows, { params: { id }, query: {} });
    expect(kept.body.data).toMatchObject([{ row_number: 1, name: 'Ana Ruiz', reason: 'changed_since' }]);
    expect(await it.sql('select first_name from contacts where deleted_at is null')).toEqual([{ first_name: 'Ana' }]);
  });

  test('is previewed as it then happens, and the preview changes nothing', async () => {
    await it.importFile(HEADER + ANA);
    const { id } = await it.importFile(
      `${HEADER}Ana,Ruiz,512-555-0142,Austin\n${BO}${BO.replace('Bo', 'Cy')}${BO.replace('Bo', 'Di')}`,
    );
    await it.sql(`update contacts set version = version + 1 where first_name = 'Bo'`);
    await it.sql(`update contacts set deleted_at = now() where first_name = 'Cy'`);
    const before = await hash();

    const { body } = await it.agent.call(previewUndo, { params: { id } });
    const other = await peer.call(previewUndo, { params: { id } });

    expect([await hash(), other.status]).toEqual([before, 404]);
    expect(body.data).toEqual({
      removed: 1,
      put_back: 1,
      kept: { changed_since: 1, deleted_since: 1, owner_changed: 0, choice_gone: 0, held: 0 },
      consents: { opt_outs: 0, opt_ins: 0 },
    });
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);
    expect((await it.read(id)).undo).toEqual({ removed: 1, put_back: 1, kept: 2 });
  });

  test('leaves a contact under legal hold as it is', async () => {
    await it.importFile(HEADER + ANA);
    await it.sql('update contacts set held_at = now()');
    const { id } = await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,Austin\n`);

    const { body } = await it.agent.call(previewUndo, { params: { id } });
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);

    expect(body.data).toMatchObject({ put_back: 0, kept: { held: 1 } });
    expect(await it.sql('select city from contacts')).toEqual([{ city: 'Austin' }]);
    expect(await it.sql('select reason from import_kept_rows')).toEqual([{ reason: 'held' }]);
  });

  test('is refused a week after the end', async () => {
    const { id } = await it.importFile(HEADER + ANA);
    await it.sql(`update imports set finished_at = now() - interval '8 days'`);

    expect((await it.agent.call(undoImport, { params: { id } })).status).toBe(409);
  });

  test("can't undo a contact that was restored in the meantime", async () => {
    const { id } = await it.importFile(HEADER + ANA);
    const [ana] = await it.sql<{ id: number }>('update contacts set deleted_at = now(), version = 2 returning id');
    await it.agent.call(restoreContacts, { body: { ids: [ana?.id ?? 0] } });
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);

    expect((await it.read(id)).undo).toEqual({ removed: 0, put_back: 0, kept: 1 });
  });
});

test('contacts that an undo deleted are not among those that users deleted', async () => {
  const deleted = async (more: object = {}) => {
    const contacts_scope = { contact_group: 'deleted' as const, for_contact_group_all: true, ...more };
    const { data, meta } = (await it.agent.call(listContacts, { body: { contacts_scope } })).body;
    return {
      names: data.map(({ first_name }) => first_name),
      total: meta.total_count ?? 0,
      group: meta.groups?.deleted ?? 0,
    };
  };
  // Contacts of other tests are truncated, which leaves their counts.
  const { total: rest } = await deleted();
  const { id } = await it.importFile('First Name,Last Name\nAna,Ruiz\nBea,Ruiz\nCy,Ruiz\n');
  await it.sql("update contacts set deleted_at = now() where first_name = 'Bea'");
  await it.agent.call(undoImport, { params: { id } });
  await it.undo(id);

  expect(await deleted()).toEqual({ names: ['Bea'], total: rest + 1, group: rest + 1 });
  expect(await deleted({ q: 'ruiz' })).toMatchObject({ names: ['Bea'], total: 1 });

  // One that comes back and is deleted by a user belongs there.
  await it.sql("update contacts set deleted_at = null where first_name = 'Ana'");
  await it.sql("update contacts set deleted_at = now() + interval '1 second' where first_name = 'Ana'");
  expect(await deleted()).toEqual({ names: ['Ana', 'Bea'], total: rest + 2, group: rest + 2 });
});

describe('undo of what was deleted since', () => {
  const GROUPED = 'First Name,Phone,Group,City\n';
  const replaced = async () => {
    await it.sql('delete from groups');
    await it.sql(`insert into groups (account_id, name) values ($1, 'Church'), ($1, 'Choir')`, [it.world.accountId]);
    await it.importFile(`${GROUPED}Ana,512-555-0142,Church,\nBo,512-555-0143,,\nCy,512-555-0144,Choir,Waco\n`);
    const { id } = await it.importFile(
      `${GROUPED}Ana,512-555-0142,Choir,Waco\nBo,512-555-0143,,Waco\nCy,512-555-0144,,Austin\n`,
    );
    return id;
  };

  test('keeps contacts whose group was deleted, and reverts the others', async () => {
    const id = await replaced();
    await it.sql(`delete from groups where name = 'Church'`);
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);

    const kept = await it.agent.call(listKeptRows, { params: { id }, query: {} });
    expect(await it.read(id)).toMatchObject({ status: 'undone', undo: { removed: 0, put_back: 2, kept: 1 } });
    expect(kept.body.data).toMatchObject([{ row_number: 1, name: 'Ana', reason: 'choice_gone' }]);
    expect(await it.sql('select first_name, city from contacts order by 1')).toEqual([
      { first_name: 'Ana', city: 'Waco' },
      { first_name: 'Bo', city: '' },
      { first_name: 'Cy', city: 'Waco' },
    ]);
  });

  test('ends as failed after a bug of ours, and resumes on retry', async () => {
    const id = await replaced();
    await it.sql(`alter table contacts add constraint faulty check (city <> '' or first_name <> 'Bo') not valid`);
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);
    const failed = await it.read(id);
    await it.sql('alter table contacts drop constraint faulty');
    await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
    await it.undo(id);

    expect([failed.status, failed.failure]).toEqual([
      'failed',
      'The undo failed because of an error on our side. Try again to continue.',
    ]);
    expect(await it.read(id)).toMatchObject({ status: 'undone', failure: null, undo: { put_back: 3, kept: 0 } });
  });
});

describe('problem rows', () => {
  const BAD = 'Cy,Lee,nonsense,Waco\n=Di,Lee,12,Waco\n';

  test('are listed with their cells, by reason', async () => {
    const { id } = await it.importFile(HEADER + ANA + BAD);
    const answer = await it.agent.call(listProblemRows, {
      params: { id },
      query: { reason: 'phone_unreadable', limit: 1 },
    });

    expect(answer.body).toEqual({
      data: [
        {
          fix: null,
          is_good: false,
          row_number: 2,
          reason: 'phone_unreadable',
          field: 'phone',
          message: 'Phone "nonsense" is not a phone number.',
          cells: ['Cy', 'Lee', 'nonsense', 'Waco'],
          unread: [
            {
              index: 2,
              field: 'phone',
              reason: 'phone_unreadable',
              message: 'Phone "nonsense" is not a phone number.',
            },
          ],
        },
      ],
      meta: { current_page: 1, limit: 1, total_count: 2, total_pages: 2 },
    });
  });

  test('come as a file with a reason, safe for a spreadsheet', async () => {
    const { id } = await it.importFile(HEADER + ANA + BAD);
    const answer = await it.agent.call(downloadProblemRows, { params: { id } });

    expect([answer.headers['content-disposition'], answer.headers['content-type'], answer.body]).toEqual([
      `attachment; filename="list-problems.csv"; filename*=UTF-8''list-problems.csv`,
      'text/csv; charset=utf-8',
      'First Name,Last Name,Phone,City,row,reason\n' +
        'Cy,Lee,nonsense,Waco,3,"Phone ""nonsense"" is not a phone number."\n' +
        `'=Di,Lee,12,Waco,4,"Phone ""12"" is not a phone number."\n`,
    ]);
  });

  test('are taken again with corrected cells', async () => {
    const { id } = await it.importFile(HEADER + ANA + BAD);
    const answer = await it.agent.call(retryImportAttempt, {
      params: { id },
      body: { rows: [{ row_number: 2, cells: { 2: '512-555-0199' } }] },
    });
    await it.run(id);

    const done = await it.read(id);
    expect([answer.body.data.status, done.status, done.done_rows, done.unread_rows, done.counts]).toEqual([
      'queued',
      'done',
      3,
      1,
      { created: 3, updated: 0, skipped: 0, problems: 0 },
    ]);
    expect(await it.sql(`select import_row, phone from contacts where first_name = 'Cy'`)).toEqual([
      { import_row: 2, phone: '+15125550199' },
    ]);
  });

  test('are refused when a number can be no row', async () => {
    const { id } = await it.importFile(HEADER + BAD);
    const body = { rows: [{ row_number: 3_000_000_000, cells: {} }] };

    expect((await it.agent.call(retryImportAttempt, { params: { id }, body })).status).toBe(422);
  });

  test('stay problems when nothing was corrected', async () => {
    const { id } = await it.importFile(`${HEADER},,nonsense,Waco\n,,12,Waco\n`);
    await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
    await it.run(id);

    expect((await it.read(id)).counts).toEqual({ created: 0, updated: 0, skipped: 0, problems: 2 });
  });
});

describe('an attempt', () => {
  test('that failed resumes at its cursor', async () => {
    const { id } = await it.importFile(HEADER + ANA + BO);
    await it.sql(`delete from contacts where import_row = 2`);
    await it.sql(`update imports set status = 'failed', failure = 'x', done_rows = 1, created = 1`);
    await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
    await it.run(id);

    expect(await it.read(id)).toMatchObject({ status: 'done', failure: null, counts: { created: 2 } });
  });

  test('that is deleted leaves the history and comes back', async () => {
    const { id } = await it.importFile(HEADER + ANA);
    const deleted = await it.agent.call(deleteImportAttempt, { params: { id } });
    const back = await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });

    expect([deleted.body.data.deleted_at, back.body.data.deleted_at]).toEqual([expect.any(String), null]);
  });

  test('that runs is not deleted, one that ended not cancelled', async () => {
    const { id } = await it.importFile(HEADER + ANA);
    const cancelled = await it.agent.call(cancelImport, { params: { id } });
    await it.sql(`update imports set status = 'processing'`);
    const deleted = await it.agent.call(deleteImportAttempt, { params: { id } });

    expect([cancelled.status, deleted.status]).toEqual([409, 409]);
  });

  test('writes who did what into the audit log', async () => {
    const { id } = await it.importFile(HEADER + ANA);

    expect(
      await it.sql(`select action from audit_log where subject_type = 'import' and subject_id = $1 order by id`, [id]),
    ).toEqual([{ action: 'import.uploaded' }, { action: 'import.started' }]);
  });
});
