import { Readable } from 'node:stream';
import { Liquid } from 'liquidjs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readTimeline } from '#contract/timeline.contract.ts';
import {
  batchPrint,
  cancelPrint,
  listSkippedContacts,
  previewPrint,
  readBatchPrintStatus,
  readPrintFile,
  readWorkersStatus,
} from '#contract/printing.contract.ts';
import { cornerOf, LABEL } from '../../server/features/printing/draw-labels.ts';
import { removeOldPrints } from '../../server/features/printing/remove-old-prints.ts';
import { readFileKeys } from '../../server/operations/backup/file-keys.ts';
import { LABELS, openPrintDesk, type PrintDesk } from './print-desk.ts';
import { readPdf, textOf } from './read-pdf.ts';

let it: PrintDesk;
beforeAll(async () => {
  it = await openPrintDesk();
});
afterAll(() => it.close());

const fileOf = async (id: number) => {
  const { view_url } = (await it.agent.call(readPrintFile, { params: { id } })).body.data;
  const answer = await fetch(it.url + view_url);
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
};

describe('labels', () => {
  const PEOPLE = [
    ['José', 'Ñandú'],
    ['Ελένη', 'Παπαδοπούλου'],
    ['Ирина', 'Кузнецова'],
    ['Žofie', 'Dvořáková'],
    ['Zoë', 'Müller-Łukaszewicz'],
    ['Bartholomew Maximilian Alexander', 'Featherstonehaugh-Cholmondeley-Worthington-Smythe of Upper Slaughter'],
    ['W'.repeat(120), 'M'.repeat(120)],
  ] as const;

  test('every label stands within its rectangle of the sheet, with accents, Greek and Cyrillic in fonts of the file', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 33; n += 1) {
      const [first_name, last_name] = PEOPLE[n % PEOPLE.length] ?? ['', ''];
      ids.push(await it.resident({ first_name, last_name, address: `${n + 1} Oak Street` }));
    }
    const { id, jid } = await it.ask({ ids }, LABELS);
    await it.run(id);

    const { pages: count, status, printed, skipped, bytes: size } = await it.read(jid);
    const { answer, bytes } = await fileOf(id);
    const pages = await readPdf(bytes, true);
    expect([status, count, printed, skipped, size]).toEqual(['complete', 2, 33, 0, bytes.length]);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^inline; filename\*=UTF-8''labels-\d{4}-\d\d-\d\d\.pdf$/,
    );
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [612, 792],
      [612, 792],
    ]);
    for (const page of pages) {
      expect(page.fonts.map(({ name, embedded }) => [name.replace(/^[A-Z]{6}\+/, ''), embedded])).toEqual([
        ['Inter-SemiBold', true],
        ['Inter-Regular', true],
      ]);
    }
    const all = pages.flatMap(({ texts }, sheet) => texts.map((text) => ({ ...text, sheet })));
    for (const [n] of ids.entries()) {
      const corner = cornerOf(n % 30);
      const inside = all.filter(
        ({ x, y, sheet }) =>
          sheet === Math.floor(n / 30) &&
          x >= corner.x &&
          x < corner.x + LABEL.width &&
          y > corner.y &&
          y < corner.y + LABEL.height,
      );
      for (const { x, y, width, size: high } of inside) {
        expect(x + width).toBeLessThanOrEqual(corner.x + LABEL.width - 8);
        expect(y - high * 0.97).toBeGreaterThanOrEqual(corner.y + 4);
        expect(y + high * 0.25).toBeLessThanOrEqual(corner.y + LABEL.height - 4);
      }
      const lines = inside.map(({ text }) => text);
      expect(lines.slice(-2)).toEqual([`${n + 1} Oak Street`, 'Austin, TX 78701']);
      const [first, last] = PEOPLE[n % PEOPLE.length] ?? ['', ''];
      if (n % PEOPLE.length !== 6) expect(lines.slice(0, -2).join(' ').replaceAll('- ', '-')).toBe(`${first} ${last}`);
    }
  });

  test('one household gets one label, from the chosen label on', async () => {
    const at = { address: '9 Elm Street' };
    const ids = [
      await it.resident({ ...at, first_name: 'Maria' }),
      await it.resident({ address: '10 Elm Street', first_name: 'Ann', last_name: 'Lee' }),
      await it.resident({ ...at, first_name: 'José' }),
    ];
    const { id, jid } = await it.ask({ ids }, { kind: 'labels', options: { start_at: 30, per_household: true } });
    await it.run(id);
    const pages = await readPdf((await fileOf(id)).bytes);
    expect(pages.map(textOf)).toEqual([
      'Maria and José Garza\n9 Elm Street\nAustin, TX 78701',
      'Ann Lee\n10 Elm Street\nAustin, TX 78701',
    ]);
    const [first] = pages[0]?.texts ?? [];
    expect([first?.x, (await it.read(jid)).printed]).toEqual([cornerOf(29).x + 9, 3]);
  });
});

test('letters flow on to further sheets, and the same print has the same text', async () => {
  const ids = [await it.resident(), await it.resident({ first_name: 'Zoë', last_name: '{{ my_email }}' })];
  const body = `Dear {{ first_name }} {{ last_name }},\n\n${'All is well in {{ city }} these days. '.repeat(90)}\n\nYours,\n{{ my_name }}`;
  const print = { kind: 'letters', options: { sender: '{{ my_name }}\n1 Main Street', body } } as const;
  const texts: string[][] = [];
  for (let n = 0; n < 2; n += 1) {
    const { id } = await it.ask({ ids }, print);
    await it.run(id);
    texts.push((await readPdf((await fileOf(id)).bytes)).map(textOf));
  }
  const [pages = []] = texts;
  expect(pages).toHaveLength(4);
  expect(pages[0]).toMatch(
    /^Amy Agent\n1 Main Street\n\w+ \d+, \d{4}\nMaria Garza\n12 Oak Street\nAustin, TX 78701\nDear Maria Garza,\nAll is well in Austin/,
  );
  expect(pages[1]).toMatch(/^Maria Garza\nPage 2\n[^]*Yours,\nAmy Agent$/);
  expect(pages[2]).toContain('Dear Zoë {{ my_email }},');
  expect(texts[1]).toEqual(texts[0]);
});

test('a letter of ten sheets is printed, a longer one fails in words and leaves no file', async () => {
  const ids = [await it.resident()];
  const endOf = async (lines: number) => {
    const body = Array.from({ length: lines }, () => 'x').join('\n');
    const { id, jid } = await it.ask({ ids }, { kind: 'letters', options: { body } });
    await it.run(id);
    const { status, pages, failure, has_file } = await it.read(jid);
    return [status, pages, failure, has_file];
  };
  expect([await endOf(397), await endOf(398)]).toEqual([
    ['complete', 10, null, true],
    ['failed', null, 'A letter can have up to 10 pages. Shorten the text.', false],
  ]);
});

test('other work of the process gets its turn after each letter, drawn or looked at', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => it.resident()));
  let turn = 0;
  const next = () => {
    turn += 1;
    waiting = setImmediate(next);
  };
  let waiting = setImmediate(next);
  const { renderSync } = Liquid.prototype;
  const spy = vi.spyOn(Liquid.prototype, 'renderSync');
  onTestFinished(() => {
    clearImmediate(waiting);
    spy.mockRestore();
  });
  const turns: number[] = [];
  spy.mockImplementation(function (this: Liquid, ...args) {
    turns.push(turn);
    return renderSync.apply(this, args);
  });
  const print = { kind: 'letters', options: { body: 'Dear {{ first_name }},' } } as const;
  await it.agent.call(previewPrint, { body: { selection: { ids }, print } });
  const looked = new Set(turns.splice(0)).size;
  const { id } = await it.ask({ ids }, print);
  await it.run(id);
  expect([looked, new Set(turns).size]).toEqual([30, 30]);
});

test('who is left out is listed with the reason, and who is printed tells so in the timeline', async () => {
  const printed = await it.resident();
  const ids = [
    printed,
    await it.resident({ address: '' }),
    await it.resident({ city: '', zip_code: '' }),
    await it.resident({ deleted_at: '2026-01-01' }),
    await it.resident({ owner: 'far' }),
    await it.resident({ last_name: '𓀀' }),
    await it.resident({ last_name: '王', address: '12 Oak 𓁀' }),
  ];
  const { id, jid } = await it.ask({ ids }, LABELS);
  await it.run(id);
  const { body } = await it.agent.call(listSkippedContacts, { params: { id } });
  const why = body.data.map(({ position, contact, reason, unprintable }) => [
    position,
    contact?.name,
    reason,
    unprintable,
  ]);
  expect(why).toEqual([
    [2, 'Maria Garza', 'no_address', null],
    [3, 'Maria Garza', 'no_address', null],
    [4, 'Maria Garza', 'deleted', null],
    [5, undefined, 'not_seen', null],
    [6, 'Maria 𓀀', 'other_script', { character: '𓀀', place: 'name' }],
    [7, 'Maria 王', 'other_script', { character: '𓁀', place: 'address' }],
  ]);
  const { status, total, done, printed: count, skipped } = await it.read(jid);
  expect([status, total, done, count, skipped]).toEqual(['complete', 7, 7, 1, 6]);
  const timeline = await it.agent.call(readTimeline, { params: { id: printed }, query: { kind: 'mails' } });
  expect(timeline.body.data.map(({ what }) => what)).toEqual([{ of: 'print', id, jid, kind: 'labels' }]);
  // A contact that is someone else's by now doesn't tell its characters.
  await it.sql('update contacts set owner_id = $1 where id = $2', [it.identityOf('far').userId, ids.at(-1)]);
  const later = await it.agent.call(listSkippedContacts, { params: { id } });
  expect(later.body.data.at(-1)).toEqual({ position: 7, contact: null, reason: 'other_script', unprintable: null });
});

test('names and letters of other scripts are printed, and a character that no font has is named with its place', async () => {
  const ids = [
    await it.resident({ first_name: '小明', last_name: '王' }),
    await it.resident({ first_name: 'محمد', last_name: 'الأحمد', city: '𓀀' }),
  ];
  const body = 'Dear {{ first_name }} in {{ city }}: สวัสดี';
  const print = { kind: 'letters', options: { sender: '{{ my_name }} 陳', body } } as const;
  const { id, jid } = await it.ask({ ids }, print);
  const preview = await it.agent.call(previewPrint, { body: { selection: { ids }, print } });
  await it.run(id);
  const [page] = await readPdf((await fileOf(id)).bytes, true);
  expect(textOf(page!)).toContain('小明');
  expect(page?.fonts.map(({ name }) => name.replace(/^[A-Z]{6}\+|-.*/g, ''))).toEqual(
    expect.arrayContaining(['Inter', 'NotoSansSC', 'NotoSansThai']),
  );
  expect([(await it.read(jid)).printed, preview.body.data.printed, preview.body.data.by_reason]).toEqual([
    1,
    1,
    [{ reason: 'other_script', contacts: 1 }],
  ]);
  const far = { kind: 'letters', options: { sender: '', body: 'Dear {{ first_name }} 𓂀' } } as const;
  const none = await it.ask({ ids: ids.slice(0, 1) }, far);
  await it.run(none.id);
  const skipped = await it.agent.call(listSkippedContacts, { params: { id: none.id } });
  expect(skipped.body.data.map(({ unprintable }) => unprintable)).toEqual([{ character: '𓂀', place: 'letter' }]);
});

test('with nobody to print for it fails in words, and says why of each', async () => {
  const { id, jid } = await it.ask({ ids: [await it.resident({ address: '' })] }, LABELS);
  await it.run(id);
  const job = await it.read(jid);
  expect([job.status, job.failure, job.skipped, job.has_file]).toEqual([
    'failed',
    'None of these contacts can be printed. See reasons below.',
    1,
    false,
  ]);
});

test('501 contacts are refused with the limit and their number, and 500 are printed', async () => {
  const { accountId, businessUnitId, userId } = it.identityOf('peer');
  await it.sql(
    `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name, address, city)
     select $1, $2, $3, 100000 + n, 'Many', n::text, n || ' Oak', 'Austin' from generate_series(1, 501) n`,
    [accountId, businessUnitId, userId],
  );
  const peer = await it.signIn('peer');
  const all = { contacts_scope: {} } as const;
  const refused = await peer.call(batchPrint, { body: { selection: all, print: LABELS } });
  expect([refused.status, (refused.body as unknown as { errors: { message: string } }).errors]).toMatchObject([
    422,
    {},
  ]);
  expect(JSON.stringify(refused.body)).toContain('You can print up to 500 contacts at a time. You selected 501.');
  const { body } = await peer.call(batchPrint, { body: { selection: { ...all, select_n: 500 }, print: LABELS } });
  await it.run(body.data.id);
  const done = await peer.call(readBatchPrintStatus, { body: { jid: body.data.jid } });
  expect([done.body.data.status, done.body.data.printed, done.body.data.pages]).toEqual(['complete', 500, 17]);
});

test('rights and sight are those of the moment at which it is printed', async () => {
  const id = await it.resident();
  const first = await it.ask({ ids: [id] }, LABELS);
  await it.sql('update contacts set owner_id = $2 where id = $1', [id, it.identityOf('far').userId]);
  await it.run(first.id);
  expect((await it.read(first.jid)).failure).toBe('None of these contacts can be printed. See reasons below.');

  const second = await it.ask({ ids: [await it.resident()] }, LABELS);
  const { userId } = it.identityOf('agent');
  await it.sql('update users set active = false where id = $1', [userId]);
  await it.run(second.id);
  await it.sql('update users set active = true where id = $1', [userId]);
  const [row] = await it.sql<{ failure: string }>('select failure from print_jobs where id = $1', [second.id]);
  expect(row?.failure).toBe('The user who requested this no longer has permission.');
});

test('a print that is given up while it is drawn leaves no file', async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, () => it.resident()));
  const queued = await it.ask({ ids }, LABELS);
  expect((await it.agent.call(cancelPrint, { params: { id: queued.id } })).body.data.status).toBe('cancelled');

  const { id, jid } = await it.ask({ ids }, LABELS);
  await it.sql(`create function give_up() returns trigger language plpgsql as $$ begin
    if new.done = 25 and old.done = 0 then new.status := 'cancelling'; end if; return new; end $$`);
  await it.sql(`create trigger give_up before update on print_jobs for each row execute function give_up()`);
  await it.run(id);
  await it.sql('drop function give_up cascade');
  const { status, has_file } = await it.read(jid);
  await expect(it.deps.storage.open(`print-${jid}`)).rejects.toThrow('ENOENT');
  const refused = await it.agent.call(readPrintFile, { params: { id } });
  expect([status, has_file, refused.status]).toEqual(['cancelled', false, 409]);
});

test('what a worker saved that was killed then goes when its print ends without a file', async () => {
  const saved = async () => {
    const { id, jid } = await it.ask({ ids: [await it.resident()] }, LABELS);
    await it.deps.storage.save(`print-${jid}`, Readable.from(['x']));
    await it.sql(`update print_jobs set status = 'working' where id = $1`, [id]);
    return { id, jid };
  };
  const cancelled = await saved();
  await it.agent.call(cancelPrint, { params: { id: cancelled.id } });
  await it.run(cancelled.id);
  const refused = await saved();
  const { userId } = it.identityOf('agent');
  await it.sql('update users set active = false where id = $1', [userId]);
  await it.run(refused.id);
  await it.sql('update users set active = true where id = $1', [userId]);

  const ends = await it.sql<{ status: string }>('select status from print_jobs where id = any ($1) order by id', [
    [cancelled.id, refused.id],
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['cancelled', 'failed']);
  for (const { jid } of [cancelled, refused])
    await expect(it.deps.storage.open(`print-${jid}`)).rejects.toThrow('ENOENT');
});

test('a worker that comes too late leaves a whole print as it is', async () => {
  const { id, jid } = await it.ask({ ids: [await it.resident()] }, LABELS);
  await it.run(id);
  await it.sql(`create function come_first() returns trigger language plpgsql as $$ begin
    if new.status = 'working' then new.status := 'complete'; end if; return new; end $$`);
  await it.sql(`update print_jobs set status = 'working' where id = $1`, [id]);
  await it.sql(`create trigger come_first before update on print_jobs for each row execute function come_first()`);
  await it.run(id);
  await it.sql('drop function come_first cascade');
  expect([(await it.read(jid)).status, (await fileOf(id)).answer.status]).toEqual(['complete', 200]);
});

test('the file of a print is in the backup', async () => {
  const { id, jid } = await it.ask({ ids: [await it.resident()] }, LABELS);
  await it.run(id);
  const client = await it.owner.connect();
  try {
    expect(await readFileKeys(client)).toContain(`print-${jid}`);
  } finally {
    client.release();
  }
});

test('files are removed after a week, and their addresses lead nowhere then', async () => {
  const { id, jid } = await it.ask({ ids: [await it.resident()] }, LABELS);
  await it.run(id);
  const { view_url } = (await it.agent.call(readPrintFile, { params: { id } })).body.data;
  await removeOldPrints(it.deps);
  expect((await fetch(it.url + view_url)).status).toBe(200);
  await it.sql(`update print_jobs set finished_at = finished_at - interval '8 days' where id = $1`, [id]);
  await removeOldPrints(it.deps);
  expect([(await fetch(it.url + view_url)).status, (await it.read(jid)).has_file]).toEqual([404, false]);
});

test('a file is removed only after its print says that it is gone', async () => {
  const { id } = await it.ask({ ids: [await it.resident()] }, LABELS);
  await it.run(id);
  await it.sql(`update print_jobs set finished_at = finished_at - interval '8 days' where id = $1`, [id]);
  const named: unknown[] = [];
  const remove = async (): Promise<void> => {
    named.push(...(await it.sql('select file_key from print_jobs where id = $1', [id])));
    throw new Error('The storage is away.');
  };

  await removeOldPrints({ ...it.deps, storage: { ...it.deps.storage, remove } });

  expect(named).toEqual([{ file_key: null }]);
});

test('somebody beside does not find a print by its jid', async () => {
  const { jid } = await it.ask({ ids: [await it.resident()] }, LABELS);
  const peer = await it.signIn('peer');
  const manager = await it.signIn('manager');
  const statusFor = async (who: typeof peer) => (await who.call(readBatchPrintStatus, { body: { jid } })).status;
  expect([await statusFor(peer), await statusFor(manager)]).toEqual([404, 200]);
});

test('the status of workers counts what waits for how long', async () => {
  await it.sql(`update pgboss.job set state = 'completed' where name = 'printing.run'`);
  const { id } = await it.ask({ ids: [await it.resident()] }, LABELS);
  await it.sql(
    `update pgboss.job set created_on = now() - interval '90 seconds'
    where name = 'printing.run' and singleton_key = $1`,
    [String(id)],
  );
  const { body } = await it.agent.call(readWorkersStatus, {});
  expect(body.data).toEqual({ workers: 0, waiting: 1, running: 0, oldest_waiting_s: 90 });
});
