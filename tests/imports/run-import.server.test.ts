import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cancelImport,
  pauseImport,
  resumeImport,
  startImport,
  stopImportCheck,
  validateImport,
} from '#contract/imports.contract.ts';
import { checkImport } from '../../server/features/imports/run/check-import.ts';
import { runImport } from '../../server/features/imports/run/run-import.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';
import { forgetNotices, noticesOf } from '../notifications/notices.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql('truncate contacts, notes, imports, import_rows, import_check_rows, import_kept_rows, events cascade'),
);

const HEADER = 'First Name,Last Name,Phone,Email,City,Notes\n';
const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `P${from + index},Ruiz,512${2_000_000 + from + index},,Waco,\n`).join('');

const contacts = () =>
  it.sql<Record<string, unknown>>(
    `select number::int, first_name, last_name, phone, email, city, import_row, version from contacts
     where deleted_at is null order by number`,
  );

describe('a run', () => {
  test('creates, skips and refuses rows, and counts each of them once', async () => {
    await forgetNotices(it.owner);
    const done = await it.importFile(
      `${HEADER}Ana,Ruiz,(512) 555-0142,,Waco,\n,,nonsense,,,\n\nAna,RUÍZ,512.555.0142,ana@example.com,,\nCy,Ruiz,512-555-0142,,,\n`,
    );

    expect(await noticesOf(it.owner, 'import')).toEqual([
      [it.world.people.agent.id, expect.stringMatching(/ imported: 5 rows$/u), `/imports/${done.id}`, true],
    ]);
    expect([done.status, done.total_rows, done.done_rows, done.counts]).toEqual([
      'done',
      5,
      5,
      { created: 2, updated: 1, skipped: 1, problems: 1 },
    ]);
    expect(await contacts()).toMatchObject([
      { first_name: 'Ana', phone: '+15125550142', email: 'ana@example.com', import_row: 1, version: 2 },
      { first_name: 'Cy', phone: '+15125550142', import_row: 5, version: 1 },
    ]);
  });

  test('gives a contact the number of its row', async () => {
    await it.importFile(`${HEADER}${people(0, 3)}`);

    const [first, second, third] = (await contacts()).map(({ number }) => Number(number));
    expect([second, third]).toEqual([Number(first) + 1, Number(first) + 2]);
  });

  test('fills and changes what is known of a person, and keeps what was before', async () => {
    await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,,Waco,\n`);
    const done = await it.importFile(`${HEADER}ANA,Ruiz,512-555-0142,ana@example.com,Austin,Call her\n`);

    expect(done.counts).toEqual({ created: 0, updated: 1, skipped: 0, problems: 0 });
    expect(await contacts()).toMatchObject([
      { first_name: 'Ana', email: 'ana@example.com', city: 'Austin', version: 2 },
    ]);
    expect(await it.sql('select reason, message, before, version_after from import_rows')).toEqual([
      {
        reason: 'fields_changed',
        message: 'email, city, notes',
        before: { email: null, city: 'Waco' },
        version_after: 2,
      },
    ]);
    expect(await it.sql('select body from notes')).toEqual([{ body: 'Call her' }]);
  });

  test('leaves known people alone when asked to', async () => {
    await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,,Waco,\n`);
    const done = await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,,Austin,\n`, { when_known: 'skip' });

    expect([done.counts.skipped, await contacts()]).toMatchObject([1, [{ city: 'Waco', version: 1 }]]);
  });

  test('names skipped people among the last rows', async () => {
    await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,,Waco,\n`);
    await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,,Waco,\nAna,Ruiz,512-555-0142,,Waco,\n`);

    expect(await it.sql('select last_rows from imports order by id desc limit 1')).toMatchObject([
      {
        last_rows: [
          { row_number: 2, name: 'Ana Ruiz', phone: '+15125550142', reason: 'same_as_earlier_row' },
          { row_number: 1, name: 'Ana Ruiz', phone: '+15125550142', reason: 'already_there' },
        ],
      },
    ]);
  });

  test('changes a known person once, whatever later rows say', async () => {
    await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,ana@example.com,Waco,\n`);
    const done = await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,,Austin,\nAna,Ruiz,,ana@example.com,Dallas,\n`);

    expect([done.counts, await contacts()]).toMatchObject([{ updated: 1, skipped: 1 }, [{ city: 'Austin' }]]);
  });

  test("never takes another owner's contact for a known person", async () => {
    const peer = await it.signIn('peer');
    await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,,Waco,\n`, {}, peer);
    const done = await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,,Austin,\n`);

    expect(done.counts.created).toBe(1);
  });

  test('counts an import that was started unchecked before it begins', async () => {
    const answer = await it.agent.call(startImport, {
      body: {},
      file: new File([`${HEADER}${people(0, 4)}`], 'a.csv'),
    });
    const { id, status } = answer.body.data;
    await it.run(id);

    const { total_rows, check, counts } = await it.read(id);
    expect([status, total_rows, check?.good, counts.created]).toEqual(['queued', 4, 4, 4]);
  });

  test('ends as failed with one sentence when the file turns out to be unreadable', async () => {
    const { id } = await it.upload(`${HEADER}${people(0, 3)}`);
    await it.agent.call(startImport, { body: { import_id: id } });
    const [kept] = await it.sql<{ file_key: string }>('select file_key from imports');
    await it.deps.storage.remove(kept?.file_key ?? '');
    await forgetNotices(it.owner);
    await it.run(id);
    expect(await noticesOf(it.owner, 'import')).toEqual([
      [it.world.people.agent.id, expect.stringMatching(/ wasn't imported$/u), `/imports/${id}`, true],
    ]);

    expect(await it.read(id)).toMatchObject({
      status: 'failed',
      failure: 'The uploaded file is missing. Upload it again.',
    });
    expect(await it.sql('select recipient, subject from outbox_mails')).toMatchObject([
      { subject: expect.stringMatching(/ wasn't imported$/u) },
    ]);
  });
});

describe('events of a run', () => {
  test('reach the import, its user, all managers and the owner, with rows on the first only', async () => {
    const { id } = await it.importFile(`${HEADER}${people(0, 2)}`);

    const { agent, manager, admin } = it.world.people;
    const events = await it.sql<{ stream: string; type: string; status: string; rows: number }>(
      `select stream, body ->> 'type' as type, body #>> '{import,status}' as status,
         jsonb_array_length(body -> 'rows') as rows
       from events where body ->> 'type' in ('import.progressed', 'contacts.changed') order by id`,
    );
    expect(events).toEqual([
      { stream: `import:${id}`, type: 'import.progressed', status: 'processing', rows: 2 },
      { stream: `user:${agent.id}`, type: 'import.progressed', status: 'processing', rows: 0 },
      { stream: `live:${manager.id}`, type: 'import.progressed', status: 'processing', rows: 0 },
      { stream: `live:${admin.id}`, type: 'import.progressed', status: 'processing', rows: 0 },
      { stream: `user:${agent.id}`, type: 'contacts.changed', status: null, rows: null },
    ]);
  });

  test('carry the last 20 rows, newest first', async () => {
    const { id } = await it.importFile(`${HEADER}${people(0, 30)}`);

    const [event] = await it.sql<{ rows: { row_number: number }[] }>(
      `select body -> 'rows' as rows from events where stream = $1 and body ->> 'type' = 'import.progressed'`,
      [`import:${id}`],
    );
    expect(event?.rows.map(({ row_number }) => row_number)).toEqual(Array.from({ length: 20 }, (_, i) => 30 - i));
  });
});

describe('a request in the middle', () => {
  /** Starts an import of three chunks; something is told once the first of them is committed. */
  async function interrupted(tell: (id: number) => Promise<unknown>) {
    const { id } = await it.upload(`${HEADER}${people(0, 12_000)}`);
    await it.agent.call(startImport, { body: { import_id: id } });
    let told = false;
    async function* held(source: AsyncIterable<Buffer>) {
      let bytesRead = 0;
      for await (const bytes of source) {
        bytesRead += bytes.length;
        yield bytes;
        if (told || bytesRead < 150_000) continue;
        told = true;
        while ((await it.read(id)).done_rows === 0) await setImmediate();
        await tell(id);
      }
    }
    const open = async (key: string) => {
      const source = await it.deps.storage.open(key);
      // The first pass only counts.
      return (await it.read(id)).status === 'processing'
        ? Readable.from(held(source as AsyncIterable<Buffer>))
        : source;
    };
    const deps = { ...it.deps, storage: { ...it.deps.storage, open } };
    await runImport(deps, { accountId: it.world.accountId, importId: id }, new AbortController().signal);
    return id;
  }

  test('pauses the import, which then resumes in place', async () => {
    const id = await interrupted((each) => it.agent.call(pauseImport, { params: { id: each } }));
    const paused = await it.read(id);
    const resumed = await it.agent.call(resumeImport, { params: { id } });
    await it.run(id);

    const done = await it.read(id);
    expect([paused.status, paused.done_rows > 0, resumed.body.data.status, done.status, done.counts.created]).toEqual([
      'paused',
      true,
      'queued',
      'done',
      12_000,
    ]);
    expect(await it.sql('select count(*)::int, count(distinct number)::int as numbers from contacts')).toEqual([
      { count: 12_000, numbers: 12_000 },
    ]);
  });

  test('cancels the import; what is imported stays', async () => {
    const id = await interrupted((each) => it.agent.call(cancelImport, { params: { id: each } }));

    const { status, done_rows, counts } = await it.read(id);
    expect([status, done_rows > 0, done_rows < 12_000, counts.created]).toEqual(['cancelled', true, true, done_rows]);
  });

  test('never lets two runs do the same rows', async () => {
    const id = await interrupted(async (each) => {
      const over = new AbortController();
      const open = (key: string) => {
        over.abort();
        return it.deps.storage.open(key);
      };
      // Another run does one chunk and stops, while the first one has that chunk in its hands.
      const deps = { ...it.deps, storage: { ...it.deps.storage, open } };
      await runImport(deps, { accountId: it.world.accountId, importId: each }, over.signal);
    });

    const { status, done_rows, counts } = await it.read(id);
    const rows = await it.sql('select count(*)::int, count(distinct import_row)::int as rows from contacts');
    expect([status, done_rows, counts, rows]).toEqual([
      'done',
      12_000,
      { created: 12_000, updated: 0, skipped: 0, problems: 0 },
      [{ count: 12_000, rows: 12_000 }],
    ]);
  });
});

describe('a check', () => {
  test('counts the whole file by reason and keeps the problem rows', async () => {
    const draft = await it.upload(`${HEADER},,nonsense,,,\nBo,Lee,512-555-0142,,,\nBo,Lee,512-555-0142,,,\n,,,,,\n`);
    const answer = await it.agent.call(validateImport, { body: { import_id: draft.id } });
    await it.check(draft.id);

    const checked = await it.read(draft.id);
    expect([answer.body.data.status, checked.status, checked.total_rows, checked.check]).toEqual([
      'checking',
      'checked',
      4,
      {
        rows: 4,
        good: 1,
        problems: 1,
        skipped: 2,
        planned: { created: 1, updated: 0 },
        by_reason: [
          { reason: 'phone_unreadable', field: 'phone', rows: 1 },
          { reason: 'same_as_earlier_row', field: null, rows: 1 },
          { reason: 'empty_row', field: null, rows: 1 },
        ],
        dates: [],
        doubts: [],
      },
    ]);
  });

  test('says how far it is, at most once a second', async () => {
    const draft = await it.upload(`${HEADER}${people(0, 16_000)}`);
    await it.agent.call(validateImport, { body: { import_id: draft.id } });
    let asked = 0;
    // Four chunks, each 600 ms after the last.
    const now = () => new Date(Date.UTC(2026, 10, 20) + 600 * asked++);
    await checkImport(
      { ...it.deps, now },
      { accountId: it.world.accountId, importId: draft.id },
      new AbortController().signal,
    );

    expect(
      await it.sql(`select stream, body from events where body ->> 'type' = 'import.checking' order by id`),
    ).toEqual(
      [10_000, 16_000].map((rows) => ({
        stream: `import:${draft.id}`,
        body: { type: 'import.checking', id: draft.id, rows_read: rows },
      })),
    );
  });

  test('starts over when another mapping is chosen', async () => {
    const { id } = await it.upload(`${HEADER}Ana,Ruiz,nonsense,,,\n`);
    await it.agent.call(validateImport, { body: { import_id: id } });
    let opened = 0;
    const open = async (key: string) => {
      opened += 1;
      if (opened === 1) await it.agent.call(validateImport, { body: { import_id: id, fields: { 0: 'first_name' } } });
      return it.deps.storage.open(key);
    };
    const deps = { ...it.deps, storage: { ...it.deps.storage, open } };
    await checkImport(deps, { accountId: it.world.accountId, importId: id }, new AbortController().signal);

    expect([opened, await it.read(id)]).toMatchObject([2, { status: 'checked', check: { good: 1, problems: 0 } }]);
  });

  test('ends when it is stopped while the dates are looked through', async () => {
    const { id } = await it.upload('First Name,DOB\nAna,1/4/1950\n');
    await it.agent.call(validateImport, { body: { import_id: id } });
    let opened = 0;
    const open = async (key: string) => {
      opened += 1;
      await it.agent.call(stopImportCheck, { params: { id } });
      return it.deps.storage.open(key);
    };
    let asked = 0;
    const now = () => new Date(Date.UTC(2026, 10, 20) + 2_000 * asked++);
    const deps = { ...it.deps, now, storage: { ...it.deps.storage, open } };
    await checkImport(deps, { accountId: it.world.accountId, importId: id }, new AbortController().signal);

    expect([opened, (await it.read(id)).status]).toEqual([1, 'draft']);
  });

  test('is void once another mapping is chosen at the start', async () => {
    const draft = await it.upload(`${HEADER}${people(0, 2)}`);
    await it.agent.call(validateImport, { body: { import_id: draft.id } });
    await it.check(draft.id);
    const fields = { 0: 'first_name', 1: 'city' } as const;
    const started = await it.agent.call(startImport, { body: { import_id: draft.id, fields } });
    await it.run(draft.id);

    expect([started.body.data.check, await contacts()]).toMatchObject([null, [{ city: 'Ruiz', phone: null }, {}]]);
  });
});

describe('a person known by the other phone or e-mail', () => {
  const PAIRS = 'First Name,Phone,Phone 2,Email,Email 2,City\n';
  const ANA_TWICE = 'Ana,512-555-0142,512-555-0199,ana@example.com,a@example.com,\n';
  const people = () =>
    it.sql(`select phone, phone_2, email, email_2, city from contacts where deleted_at is null order by id`);
  const ana = { phone: '+15125550142', phone_2: '+15125550199', email: 'ana@example.com', email_2: 'a@example.com' };

  test.each([
    ['both phones the other way round', 'Ana,512-555-0199,512-555-0142,,,Waco\n'],
    ['the second phone only', 'Ana,512-555-0199,,,,Waco\n'],
    ['the second e-mail only', 'Ana,,,A@example.com,,Waco\n'],
  ])("isn't a second contact: %s", async (_, line) => {
    await it.importFile(PAIRS + ANA_TWICE);
    await it.importFile(PAIRS + line);

    expect(await people()).toEqual([{ ...ana, city: 'Waco' }]);
  });

  test("isn't a second contact within a file either", async () => {
    const { counts } = await it.importFile(`${PAIRS}${ANA_TWICE}Ana,512-555-0199,512-555-0142,,,Waco\n`);

    expect([counts, await people()]).toEqual([
      { created: 1, updated: 1, skipped: 0, problems: 0 },
      [{ ...ana, city: 'Waco' }],
    ]);
  });
});

test('a file that was uploaded before its first line could tell the delimiter keeps its rows', async () => {
  const { id } = await it.upload('sep=;\nName;Phone\nAna Ruiz;512-555-0142\nBo Lee;512-555-0143\n');
  await it.sql('update imports set skips_separator = false, header_row = 2 where id = $1', [id]);
  await it.agent.call(startImport, { body: { import_id: id } });
  await it.run(id);

  expect((await it.read(id)).counts).toEqual({ created: 2, updated: 0, skipped: 0, problems: 0 });
});
