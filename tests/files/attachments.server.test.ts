import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import {
  cancelAttachmentImport,
  importAttachments,
  listAttachmentImports,
  listFiles,
  listUnmatchedFiles,
  readAttachmentImport,
  uploadAttachedLeads,
} from '#contract/files.contract.ts';
import { readImportAttempt } from '#contract/imports.contract.ts';
import { attachFiles } from '../../server/features/files/attach-files.ts';
import { importsJobs } from '../../server/features/imports/imports.jobs.ts';
import { createRunnerBoss, startRunner } from '../../server/jobs/runner.ts';
import type { Client } from '../_api/app.ts';
import { type FilesDesk, openFilesDesk } from './files-desk.ts';
import { docx, type Packed, PDF, zipOf } from './sample-files.ts';

let it: FilesDesk;
let agent: Client;

beforeAll(async () => {
  it = await openFilesDesk();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.clear();
  await it.sql('truncate imports, contacts cascade');
});

type Upload = typeof importAttachments | typeof uploadAttachedLeads;

/** Uploads a ZIP and processes it; returns its status, and the unassigned files. */
async function bring(zip: Buffer, endpoint: Upload = importAttachments) {
  const file = new File([new Uint8Array(zip)], 'papers.zip');
  const { status, body } = await agent.call(endpoint, { body: {}, file });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await it.attach();
  const params = { attachmentImportId: body.data.id };
  const now = (await agent.call(readAttachmentImport, { params })).body.data;
  const unmatched = (await agent.call(listUnmatchedFiles, { params })).body.data;
  return { ...now, unmatched: Object.fromEntries(unmatched.map(({ name, reason }) => [name, reason])) };
}

const filesOf = async (id: number): Promise<string[]> =>
  (await agent.call(listFiles, { params: { id } })).body.data.map(({ name }) => name).toSorted();

describe('a ZIP of attachments', () => {
  test('assigns each file to the contact whose number its name starts with', async () => {
    const [ana, bo] = [await it.contact('agent', { number: 7 }), await it.contact('agent', { number: 42 })];

    const done = await bring(
      await zipOf([
        { name: '7 licence.pdf', content: PDF },
        { name: '7/letter.docx', content: await docx() },
        { name: 'scans/42-note.txt', content: 'x' },
        { name: 'nobody.txt', content: 'x' },
        { name: '__MACOSX/._7 licence.pdf', content: 'x' },
        { name: '.DS_Store', content: 'x' },
      ]),
    );

    expect(done).toMatchObject({ status: 'done', total: 4, done: 4, attached: 3 });
    expect(done.unmatched).toEqual({
      'nobody.txt': "attachments.csv doesn't list this file, and its name doesn't start with a contact number.",
    });
    expect([await filesOf(ana), await filesOf(bo)]).toEqual([['7 licence.pdf', 'letter.docx'], ['42-note.txt']]);
    expect(it.stored()).toHaveLength(3);
  });

  test('follows its list by number, phone and e-mail', async () => {
    const byNumber = await it.contact('agent', { number: 7 });
    const byPhone = await it.contact('agent', { phone: '+15125550142' });
    const byEmail = await it.contact('agent', { email: 'ana@example.com' });
    const list = [
      'File,Contact number,Phone,E-mail,Description',
      'a.txt,7,,,Front',
      'b.txt,,(512) 555-0142,,',
      'Deep/C.txt,,,ANA@example.com,',
      'd.txt,,nonsense,,',
      'missing.txt,7,,,',
    ];
    const names = ['a.txt', 'b.txt', 'deep/c.txt', 'd.txt'];

    const done = await bring(
      await zipOf([
        ...names.map((name) => ({ name, content: 'x' })),
        { name: 'attachments.csv', content: `\uFEFF${list.join('\r\n')}` },
      ]),
    );

    expect(done).toMatchObject({ status: 'done', total: 4, attached: 3 });
    expect(done.unmatched).toEqual({ 'd.txt': 'attachments.csv names no contact for this file.' });
    expect([await filesOf(byNumber), await filesOf(byPhone), await filesOf(byEmail)]).toEqual([
      ['a.txt'],
      ['b.txt'],
      ['c.txt'],
    ]);
    expect(await it.sql(`select name, description from files where description <> ''`)).toEqual([
      { name: 'a.txt', description: 'Front' },
    ]);
  });

  test('finds no invisible contact, and none of several', async () => {
    await it.contact('peer', { number: 7 });
    await it.contact('agent', { phone: '+15125550142' });
    await it.contact('agent', { phone: '+15125550142' });
    const list = 'file,phone\nb.txt,512-555-0142\n';

    const { unmatched } = await bring(
      await zipOf([
        { name: '7 a.txt', content: 'x' },
        { name: 'b.txt', content: 'x' },
        { name: 'attachments.csv', content: list },
      ]),
    );

    expect(unmatched).toEqual({
      '7 a.txt': 'You have no contact 7.',
      'b.txt': 'Several contacts have +15125550142. Use the contact number.',
    });
  });

  test('holds every file to the same checks', async () => {
    await it.contact('agent', { number: 7 });
    const { unmatched, attached } = await bring(
      await zipOf([
        { name: '7 page.html', content: '<p>' },
        { name: '7 report.pdf', content: 'MZ' },
        { name: '7 big.txt', content: randomBytes(26 * 2 ** 20) },
        { name: '7 fine.txt', content: 'x' },
      ]),
    );

    expect(attached).toBe(1);
    expect(unmatched).toEqual({
      '7 page.html': expect.stringMatching(/^This file type isn't accepted/),
      '7 report.pdf': "The file content isn't PDF, as its name says.",
      '7 big.txt': 'The file is larger than 25 MB.',
    });
  });

  test('continues at the file where its process died', async () => {
    const contact = await it.contact('agent', { number: 7 });
    const zip = await zipOf(Array.from({ length: 4 }, (_, at) => ({ name: `7 ${at}.txt`, content: 'x' })));
    const { body } = await agent.call(importAttachments, { body: {}, file: new File([new Uint8Array(zip)], 'a.zip') });
    const job = { accountId: it.world.accountId, attachmentImportId: body.data.id };
    let saved = 0;
    const dying = {
      ...it.deps,
      storage: {
        ...it.deps.storage,
        save: (...args: Parameters<typeof it.deps.storage.save>) => {
          saved += 1;
          return saved === 3 ? Promise.reject(new Error('killed')) : it.deps.storage.save(...args);
        },
      },
    };

    await expect(attachFiles(dying, job, new AbortController().signal)).rejects.toThrow('killed');
    await attachFiles(it.deps, job, new AbortController().signal);

    expect(await filesOf(contact)).toEqual(['7 0.txt', '7 1.txt', '7 2.txt', '7 3.txt']);
    expect(await it.sql('select status, done, attached from attachment_imports')).toEqual([
      { status: 'done', done: 4, attached: 4 },
    ]);
  });

  test('can be cancelled, and is gone then', async () => {
    const zip = await zipOf([{ name: '7 a.txt', content: 'x' }]);
    const { body } = await agent.call(importAttachments, { body: {}, file: new File([new Uint8Array(zip)], 'a.zip') });

    const cancelled = await agent.call(cancelAttachmentImport, { params: { attachmentImportId: body.data.id } });
    await it.attach();

    expect([cancelled.body.data.status, it.stored()]).toEqual(['cancelled', []]);
    expect((await agent.call(cancelAttachmentImport, { params: { attachmentImportId: body.data.id } })).status).toBe(
      409,
    );
  });

  test('is visible to its uploader only', async () => {
    const { id } = await bring(await zipOf([{ name: '7 a.txt', content: 'x' }]));
    const peer = await it.signIn('peer');

    expect((await agent.call(listAttachmentImports)).body.data.map((one) => one.id)).toEqual([id]);
    expect((await peer.call(listAttachmentImports)).body.data).toEqual([]);
    expect((await peer.call(readAttachmentImport, { params: { attachmentImportId: id } })).status).toBe(404);
  });
});

describe('a ZIP that is refused', () => {
  const many: Packed[] = Array.from({ length: 1_001 }, (_, at) => ({ name: `7 ${at}.txt`, content: 'x' }));

  /** The same entry under another name: yazl writes no such name itself. */
  const renamedTo = (zip: Buffer, from: string, to: string): Buffer =>
    Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

  test.each([
    ['too many files', () => zipOf(many), 'The ZIP has 1,001 files. The limit is 1,000.'],
    [
      'a bomb',
      () => zipOf([{ name: '7 a.txt', content: Buffer.alloc(24 * 2 ** 20) }]),
      'The unpacked content is too large.',
    ],
    [
      'names that climb out',
      async () => renamedTo(await zipOf([{ name: 'aa/aa/evil.txt', content: 'x' }]), 'aa/aa/', '../../'),
      "Couldn't unpack the file: it's damaged.",
    ],
    [
      'half of one',
      async () => (await zipOf([{ name: '7 a.txt', content: PDF }])).subarray(0, 60),
      "Couldn't unpack the file: it's damaged.",
    ],
    ['nothing in it', () => zipOf([{ name: '.DS_Store', content: 'x' }]), 'The ZIP has no files to attach.'],
    [
      'a list that names nobody',
      () =>
        zipOf([
          { name: 'attachments.csv', content: 'a,b\n1,2\n' },
          { name: '7 a.txt', content: 'x' },
        ]),
      'attachments.csv needs a column "file" and one of "contact", "phone" or "email".',
    ],
  ])('%s', async (_, make, failure) => {
    expect(await bring(await make())).toMatchObject({ status: 'failed', failure, attached: 0 });
    expect(it.stored()).toEqual([]);
  });

  test("isn't a ZIP", async () => {
    const { status, body } = await agent.call(importAttachments, { body: {}, file: new File(['hello'], 'a.zip') });

    expect([status, body]).toMatchObject([422, { error: "This isn't a ZIP with files." }]);
  });
});

test('a ZIP of 100 MB leaves memory flat', async () => {
  await it.contact('agent', { number: 7 });
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-zip-'));
  const zip = new ZipFile();
  const content = Buffer.alloc(20 * 2 ** 20, 'no two of a kind ');
  for (let at = 0; at < 5; at += 1) zip.addBuffer(content, `7 ${at}.txt`, { compress: false });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(join(folder, 'a.zip')));
  const blob = await openAsBlob(join(folder, 'a.zip'));
  const { body } = await agent.call(importAttachments, { body: {}, file: blob });
  const before = process.memoryUsage.rss();

  await it.attach();

  const grown = (process.memoryUsage.rss() - before) / 2 ** 20;
  rmSync(folder, { recursive: true });
  expect(
    (await agent.call(readAttachmentImport, { params: { attachmentImportId: body.data.id } })).body.data.attached,
  ).toBe(5);
  expect(grown).toBeLessThan(100);
});

describe('a ZIP of leads', () => {
  const leads = 'First Name,Last Name,Phone\nAna,Ruiz,512-555-0142\nBo,Ruiz,512-555-0143\n';
  const list = 'file,phone\npapers/a.pdf,512-555-0142\n';

  test('imports its leads first, then attaches to them', async () => {
    const done = await bring(
      await zipOf([
        { name: 'leads.csv', content: leads },
        { name: 'attachments.csv', content: list },
        { name: 'papers/a.pdf', content: PDF },
      ]),
      uploadAttachedLeads,
    );

    expect(done).toMatchObject({
      status: 'done',
      total: 1,
      attached: 1,
      with_leads: true,
      import_id: expect.any(Number),
    });
    const [ana] = await it.sql<{ id: number }>(`select id from contacts where first_name = 'Ana'`);
    expect(await filesOf(ana?.id ?? 0)).toEqual(['a.pdf']);
    expect(await it.sql('select count(*)::int from imports')).toEqual([{ count: 1 }]);
  });

  test("imports a workbook with the same care, people with a cell that can't be read, too", async () => {
    const boss = createRunnerBoss(it.deps.config.databaseUrl ?? '', it.deps.log);
    const { 'imports.read': read } = importsJobs(it.deps);
    const runner = await startRunner(boss, { 'imports.read': read }, it.deps.log);
    const book = readFileSync(join(import.meta.dirname, '../imports/files/phones.xlsx'));

    const done = await bring(
      await zipOf([
        { name: 'phones.xlsx', content: book },
        { name: 'attachments.csv', content: 'file,phone,email\na.pdf,512-555-0143,\nb.pdf,,eva@example.com\n' },
        { name: 'papers/c.pdf', content: PDF },
        { name: 'a.pdf', content: PDF },
        { name: 'b.pdf', content: PDF },
      ]),
      uploadAttachedLeads,
    );
    await runner.stop();

    expect(done).toMatchObject({ status: 'done', failure: '', total: 3, attached: 2, import_id: expect.any(Number) });
    expect(Object.keys(done.unmatched)).toEqual(['papers/c.pdf']);
    expect(
      await it.sql(`select c.first_name, c.last_name, f.name from contacts c left join files f on f.contact_id = c.id
                    where c.import_id = ${done.import_id} order by c.import_row`),
    ).toEqual([
      { first_name: 'Ximena', last_name: 'Núñez', name: null },
      { first_name: 'Raúl', last_name: 'Ibarra', name: 'a.pdf' },
      { first_name: 'Pilar', last_name: 'Soto', name: null },
      { first_name: 'Blas', last_name: 'Mora', name: null },
      { first_name: 'Eva', last_name: 'Luna', name: 'b.pdf' },
    ]);
    expect((await agent.call(readImportAttempt, { params: { id: done.import_id ?? 0 } })).body.data).toMatchObject({
      counts: { created: 5, problems: 0 },
      unread_rows: 2,
    });
  });

  test('waits as long as its import runs', async () => {
    const zip = await zipOf([
      { name: 'leads.csv', content: leads },
      { name: '1 a.txt', content: 'x' },
    ]);
    const { body } = await agent.call(uploadAttachedLeads, {
      body: {},
      file: new File([new Uint8Array(zip)], 'a.zip'),
    });
    const job = { accountId: it.world.accountId, attachmentImportId: body.data.id };
    const { signal } = new AbortController();

    await attachFiles(it.deps, job, signal);
    await attachFiles(it.deps, job, signal);

    expect(await it.sql('select status, done from attachment_imports')).toEqual([{ status: 'importing', done: 0 }]);
    expect(await it.sql('select attachment_import_id from find_open_attachment_imports(now())')).toEqual([]);
    expect(await it.sql('select count(*)::int from imports')).toEqual([{ count: 1 }]);
  });

  test.each([
    [
      'without leads',
      [{ name: 'a/7.txt', content: 'x' }],
      'No lead file found. Put one CSV or XLSX next to the folders.',
    ],
    [
      'with two files of leads',
      [
        { name: 'a.csv', content: leads },
        { name: 'b.csv', content: leads },
      ],
      'Several lead files found. Put the others into a folder.',
    ],
    ['whose leads cannot be read', [{ name: 'a.csv', content: 'x\n' }], expect.any(String)],
  ])('%s is refused', async (_, entries, failure) => {
    expect(await bring(await zipOf(entries), uploadAttachedLeads)).toMatchObject({ status: 'failed', failure });
  });
});
