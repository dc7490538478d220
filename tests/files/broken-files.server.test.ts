import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cancelAttachmentImport,
  deleteFile,
  FILE_RESTORE_DAYS,
  importAttachments,
  listUnmatchedFiles,
  uploadAttachedLeads,
} from '#contract/files.contract.ts';
import { attachFiles } from '../../server/features/files/attach-files.ts';
import { filesJobs, resumeFiles } from '../../server/features/files/files.jobs.ts';
import { removeDeletedFiles } from '../../server/features/files/remove-deleted-files.ts';
import type { Client } from '../_api/app.ts';
import { loseCommitAfter } from '../_db/lose-commit.ts';
import { type ClamdStandIn, startClamd } from './clamd-stand-in.ts';
import { type FilesDesk, openFilesDesk } from './files-desk.ts';
import { docx, type Packed, PDF, zipOf } from './sample-files.ts';

const DAY_MS = 24 * 3_600_000;
const { signal } = new AbortController();

let clamd: ClamdStandIn;
let it: FilesDesk;
let agent: Client;
let contact: number;
/** Puts back what a test has replaced. */
let repair: (() => void)[] = [];

beforeAll(async () => {
  clamd = await startClamd();
  it = await openFilesDesk({ config: { files: { origin: null, quotaBytes: 2 ** 40, scanner: clamd.url } } });
});
afterAll(async () => {
  await it.close();
  await clamd.close();
});
beforeEach(async () => {
  await it.clear();
  await it.sql(`truncate imports, contacts cascade`);
  await it.sql(`delete from pgboss.job where name like 'files.%'`);
  clamd.answer = null;
  agent = await it.signIn('agent');
  contact = await it.contact('agent', { number: 7 });
});
afterEach(() => {
  for (const mend of repair.splice(0)) mend();
});

/** Replaces one call of the storage until the test ends. */
function replace<Name extends 'save' | 'remove'>(name: Name, call: (typeof it.deps.storage)[Name]): void {
  const before = it.deps.storage[name];
  it.deps.storage[name] = call;
  repair.push(() => {
    it.deps.storage[name] = before;
  });
}

/** The entry of this name has an unknown compression method. */
function packedOddly(zip: Buffer, name: string): Buffer {
  const at = zip.lastIndexOf(name) - 46;
  if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no ${name} in the list of the ZIP`);
  const odd = Buffer.from(zip);
  odd.writeUInt16LE(99, at + 10);
  return odd;
}

/** The entry has another checksum than its bytes. */
function altered(zip: Buffer, name: string): Buffer {
  const at = zip.lastIndexOf(name) - 46;
  const other = Buffer.from(zip);
  other.writeUInt32LE((zip.readUInt32LE(at + 16) ^ 1) >>> 0, at + 16);
  return other;
}

/** The head before the bytes of the entry is damaged. */
function headless(zip: Buffer, name: string): Buffer {
  const damaged = Buffer.from(zip);
  damaged.writeUInt32LE(0, zip.indexOf(name) - 30);
  return damaged;
}

async function begin(zip: Buffer, endpoint: typeof importAttachments | typeof uploadAttachedLeads = importAttachments) {
  const { body } = await agent.call(endpoint, { body: {}, file: new File([new Uint8Array(zip)], 'a.zip') });
  return { accountId: it.world.accountId, attachmentImportId: body.data.id };
}

const reasonsOf = async (attachmentImportId: number) => {
  const { body } = await agent.call(listUnmatchedFiles, { params: { attachmentImportId } });
  return Object.fromEntries(body.data.map(({ name, reason }) => [name, reason]));
};

const zips = () => it.sql('select status, failure, attached from attachment_imports');
const files = () => it.sql('select state, failure from files');
const jobs = (name: string) => it.sql(`select 1 from pgboss.job where name = $1`, [name]);

const UNPACKED = "Couldn't unpack the ZIP: it's damaged.";
const two: readonly Packed[] = [
  { name: '7 a.pdf', content: PDF },
  { name: '7 b.pdf', content: PDF },
];

test('an upload that failed is sent again with the same key, and takes', async () => {
  const send = () => {
    const form = new FormData();
    form.append('file', new File(['same'], 'same.txt'));
    return agent.send('POST', `/v1/contacts/${contact}/files`, { headers: { 'idempotency-key': 'again' }, body: form });
  };
  const { save } = it.deps.storage;
  let tries = 0;
  replace('save', (...all) => ((tries += 1) === 1 ? Promise.reject(new Error('the disk is full')) : save(...all)));

  const statuses = [(await send()).status, (await send()).status];

  expect([statuses, await it.sql('select count(*)::int from files')]).toEqual([[500, 200], [{ count: 1 }]]);
});

describe('a ZIP with one broken entry', () => {
  test.each([
    ['packed in an unknown way', packedOddly],
    ['without its head', headless],
    ['with other bytes than it was packed with', altered],
  ])('%s, is refused as a DOCX', async (_, broken) => {
    await it.upload(agent, contact, 'letter.docx', broken(await docx(), 'word/document.xml'));

    await it.check();

    expect(await files()).toEqual([{ state: 'refused', failure: UNPACKED }]);
  });

  test.each([
    ['packed in an unknown way', packedOddly],
    ['without its head', headless],
    ['with other bytes than it was packed with', altered],
  ])('%s, gives the others to their contacts', async (_, broken) => {
    const job = await begin(broken(await zipOf(two), '7 b.pdf'));

    await it.attach();

    expect([await zips(), await reasonsOf(job.attachmentImportId)]).toEqual([
      [{ status: 'done', failure: '', attached: 1 }],
      { '7 b.pdf': UNPACKED },
    ]);
  });

  test.each([
    ['its list', 'attachments.csv', importAttachments],
    ['its leads', 'leads.csv', uploadAttachedLeads],
  ])('ends when that is %s', async (_, name, endpoint) => {
    await begin(packedOddly(await zipOf([...two, { name, content: 'file,phone\n' }]), name), endpoint);

    await it.attach();

    expect(await zips()).toEqual([{ status: 'failed', failure: UNPACKED, attached: 0 }]);
  });
});

test('names and lists with a NUL in them are read without it', async () => {
  const list = 'file,contact,email,description\n1.pdf,7,,one\0two\n2.pdf,,a\0@b.test,\n';
  const zip = await zipOf([
    { name: '1.pdf', content: PDF },
    { name: '2.pdf', content: PDF },
    { name: 'no#body.pdf', content: PDF },
    { name: 'attachments.csv', content: list },
  ]);
  const job = await begin(Buffer.from(zip.toString('latin1').replaceAll('#', '\0'), 'latin1'));

  await it.attach();

  expect([await it.sql('select name, description from files'), await reasonsOf(job.attachmentImportId)]).toEqual([
    [{ name: '1.pdf', description: 'onetwo' }],
    {
      '2.pdf': 'You have no contact a@b.test.',
      'nobody.pdf': "attachments.csv doesn't list this file, and its name doesn't start with a contact number.",
    },
  ]);
});

describe('bytes that are gone', () => {
  test.each(['note.txt', 'letter.docx'])('end the check of %s with a sentence', async (name) => {
    await it.upload(agent, contact, name, name.endsWith('docx') ? await docx() : 'x');
    const [row] = await it.sql<{ file_key: string }>('select file_key from files');
    await it.deps.storage.remove(row?.file_key ?? '');

    await it.check();

    expect(await files()).toEqual([{ state: 'refused', failure: 'The file content is missing. Upload it again.' }]);
  });

  test('end a ZIP with a sentence', async () => {
    await begin(await zipOf(two));
    const [row] = await it.sql<{ file_key: string }>('select file_key from attachment_imports');
    await it.deps.storage.remove(row?.file_key ?? '');

    await it.attach();

    expect(await zips()).toEqual([
      { status: 'failed', failure: 'The file content is missing. Upload it again.', attached: 0 },
    ]);
  });
});

test('a file that is too large for the scanner is refused', async () => {
  await it.upload(agent, contact, 'note.txt', 'x');
  clamd.answer = 'INSTREAM size limit exceeded. ERROR\0';

  await it.check();

  expect(await files()).toEqual([
    { state: 'refused', failure: 'The file is too large for the virus scanner. Save a smaller version.' },
  ]);
});

describe('a job that fails', () => {
  const check = async () => {
    const [row] = await it.sql<{ id: number }>('select id from files');
    await filesJobs(it.deps)['files.check']({ accountId: it.world.accountId, fileId: row?.id ?? 0 }, signal);
    await it.sql(`delete from pgboss.job where name like 'files.%'`);
  };
  const queuedAfter = async (ms: number, name = 'files.check') => {
    it.advance(ms);
    await resumeFiles(it.deps);
    return (await jobs(name)).length;
  };

  test('leaves its place to others, and comes back after a pause that grows', async () => {
    it.stopClock();
    await it.upload(agent, contact, 'note.txt', 'x');
    clamd.answer = 'no more memory ERROR\0';

    await check();
    const first = [await queuedAfter(1_000), await queuedAfter(2_000)];
    await check();
    const second = [await queuedAfter(3_000), await queuedAfter(10_000)];

    expect([first, second, await files()]).toEqual([[0, 1], [0, 1], [{ state: 'checking', failure: '' }]]);
  });

  test('is well again once what it needs is back', async () => {
    it.stopClock();
    await it.upload(agent, contact, 'note.txt', 'x');
    clamd.answer = 'no more memory ERROR\0';
    await check();
    clamd.answer = null;

    await check();

    expect(await files()).toEqual([{ state: 'ready', failure: '' }]);
  });

  test('again and again refuses its file in the end, and the bytes go', async () => {
    it.stopClock();
    await it.upload(agent, contact, 'note.txt', 'x');
    clamd.answer = 'no more memory ERROR\0';
    let turns = 0;
    while ((await it.sql(`select 1 from files where state = 'checking'`)).length > 0 && (turns += 1) < 20) {
      await check();
      expect(await queuedAfter(DAY_MS)).toBeLessThan(2);
    }

    expect([turns, await files(), it.stored()]).toEqual([
      9,
      [{ state: 'refused', failure: "Couldn't check the file for a day. Upload it again." }],
      [],
    ]);
  });

  test('again and again ends its ZIP in the end', async () => {
    it.stopClock();
    const job = await begin(await zipOf(two));
    replace('save', () => Promise.reject(new Error('the disk is full')));
    const attach = filesJobs(it.deps)['files.attach'];

    await attach(job, signal);
    await it.sql(`delete from pgboss.job where name like 'files.%'`);
    const first = [await queuedAfter(1_000, 'files.attach'), await queuedAfter(2_000, 'files.attach')];
    for (let turn = 1; turn < 9; turn += 1) await attach(job, signal);

    expect([first, await zips(), it.stored()]).toEqual([
      [0, 1],
      [{ status: 'failed', failure: 'Processing failed for a day. Upload the file again.', attached: 0 }],
      [],
    ]);
  });
});

describe('a line that is lost while a commit is answered', () => {
  const named = () => it.sql<{ file_key: string }>('select file_key from files');

  test('keeps the bytes of an upload', async () => {
    repair.push(loseCommitAfter(it.deps.pool, 'insert into files'));
    const { status } = await it.upload(agent, contact, 'note.txt', 'x');

    const [row, ...others] = await named();
    expect([status >= 500, others, it.stored()]).toEqual([true, [], [row?.file_key]]);
  });

  test('keeps the bytes of an entry, and the ZIP continues', async () => {
    const job = await begin(await zipOf(two));
    repair.push(loseCommitAfter(it.deps.pool, 'insert into files'));
    await expect(attachFiles(it.deps, job, signal)).rejects.toThrow('Connection terminated');

    await attachFiles(it.deps, job, signal);

    const keys = (await named()).map((row) => row.file_key).toSorted();
    expect([keys.length, await zips(), it.stored()]).toEqual([2, [{ status: 'done', failure: '', attached: 2 }], keys]);
  });

  test('keeps the bytes of a ZIP', async () => {
    repair.push(loseCommitAfter(it.deps.pool, 'insert into attachment_imports'));
    const file = new File([new Uint8Array(await zipOf(two))], 'a.zip');
    const { status } = await agent.call(importAttachments, { body: {}, file });

    expect([status >= 500, it.stored().length, (await zips()).length]).toEqual([true, 1, 1]);
  });
});

test('a second worker leaves a ZIP to the one that is further', async () => {
  const job = await begin(await zipOf(two));
  const { save } = it.deps.storage;
  replace('save', async (...all) => {
    await it.sql('update attachment_imports set done = 1, attached = 1');
    return save(...all);
  });

  await attachFiles(it.deps, job, signal);

  expect([await zips(), it.stored().length]).toEqual([[{ status: 'attaching', failure: '', attached: 1 }], 1]);
});

test('a person has three ZIPs under way at most', async () => {
  const zip = new Uint8Array(await zipOf(two));
  const send = () => agent.call(importAttachments, { body: {}, file: new File([zip], 'a.zip') });
  for (let turn = 0; turn < 3; turn += 1) expect((await send()).status).toBe(200);

  const { status, body } = await send();
  expect([status, body, it.stored().length]).toMatchObject([
    422,
    { errors: { file: ['You have three ZIP uploads in progress. Wait until one ends.'] } },
    3,
  ]);

  await it.attach();
  expect((await send()).status).toBe(200);
});

describe('bytes are removed once that is committed,', () => {
  /** The table at each removal, as seen by others. */
  function seen(what: string): unknown[] {
    const found: unknown[] = [];
    const { remove } = it.deps.storage;
    replace('remove', async (key) => {
      found.push((await it.sql<{ now: unknown }>(`select ${what} as now`))[0]?.now);
      return remove(key);
    });
    return found;
  }

  test('of a ZIP that was cancelled', async () => {
    const { attachmentImportId } = await begin(await zipOf(two));
    const found = seen('(select status from attachment_imports)');
    await agent.call(cancelAttachmentImport, { params: { attachmentImportId } });

    expect(found).toEqual(['cancelled']);
  });

  test('of a ZIP that is done', async () => {
    const job = await begin(await zipOf(two));
    const found = seen('(select status from attachment_imports)');
    await attachFiles(it.deps, job, signal);

    expect(found).toEqual(['done']);
  });

  test('of a file that was deleted', async () => {
    const { body } = await it.upload(agent, contact, 'note.txt', 'x');
    await it.check();
    await agent.call(deleteFile, { params: { id: contact, fileId: body.data.id } });
    const found = seen('(select removed_at is not null from files)');
    await removeDeletedFiles({
      ...it.deps,
      now: () => new Date(it.deps.now().getTime() + (FILE_RESTORE_DAYS + 1) * DAY_MS),
    });

    expect(found).toEqual([true]);
  });
});
