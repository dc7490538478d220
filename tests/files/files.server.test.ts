import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import {
  deleteFile,
  downloadFile,
  FILE_RESTORE_DAYS,
  listCallFiles,
  listFiles,
  previewFile,
  restoreFile,
  updateFile,
} from '#contract/files.contract.ts';
import { signOut } from '#contract/session.contract.ts';
import { resumeFiles } from '../../server/features/files/files.jobs.ts';
import { removeDeletedFiles } from '../../server/features/files/remove-deleted-files.ts';
import type { Client } from '../_api/app.ts';
import { type FilesDesk, openFilesDesk } from './files-desk.ts';
import { docx, PDF, photo, wav } from './sample-files.ts';

const DAY_MS = 24 * 3_600_000;

let it: FilesDesk;
let agent: Client;
let contact: number;

beforeAll(async () => {
  it = await openFilesDesk();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.clear();
  contact = await it.contact('agent');
});

const place = (fileId: number) => ({ params: { id: contact, fileId } });
const put = async (name: string, content: Buffer | string, body = {}): Promise<number> => {
  const { status, body: answer } = await it.upload(agent, contact, name, content, body);
  if (status !== 200) throw new Error(JSON.stringify(answer));
  await it.check();
  return answer.data.id;
};
const urlFor = async (client: Client, fileId: number): Promise<string> =>
  (await client.call(downloadFile, place(fileId))).body.data.url;
const linkTo = (fileId: number): Promise<string> => urlFor(agent, fileId);
const previewOf = async (fileId: number) => (await agent.call(previewFile, place(fileId))).body.data;

describe('an upload', () => {
  test('is listed with its name, its size and who brought it', async () => {
    const id = await put('../../etc/notes of Ana.txt', 'Called twice', { description: 'From her' });

    const { body } = await agent.call(listFiles, { params: { id: contact } });
    expect(body).toEqual({
      data: [
        {
          id,
          kind: 'file',
          name: 'notes of Ana.txt',
          description: 'From her',
          type: 'txt',
          bytes: 12,
          state: 'ready',
          failure: '',
          thumb_url: null,
          kept: null,
          user: { id: agent.person?.id, name: expect.any(String) },
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ],
      meta: { current_page: 1, limit: 50, total_count: 1, total_pages: 1 },
    });
  });

  test('is in the audit log of its contact, without its name', async () => {
    const id = await put('secret name.txt', 'x');

    expect(await it.sql('select action, subject_type, subject_id::int, detail from audit_log')).toEqual([
      { action: 'file.uploaded', subject_type: 'contact', subject_id: contact, detail: { file_id: id, kind: 'file' } },
    ]);
  });

  test('moves the day on which its contact was last touched', async () => {
    await put('a.txt', 'x');

    expect(await it.sql('select last_touch_at is not null as touched from contacts where id = $1', [contact])).toEqual([
      { touched: true },
    ]);
  });

  test('that comes twice with one key has one effect', async () => {
    const send = () => {
      const form = new FormData();
      form.append('file', new File(['same'], 'same.txt'));
      return agent.send('POST', `/v1/contacts/${contact}/files`, { headers: { 'idempotency-key': 'k1' }, body: form });
    };
    const [first, second] = [await send(), await send()];

    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    expect(await it.sql('select count(*)::int from files')).toEqual([{ count: 1 }]);
  });

  test("to another owner's contact finds none", async () => {
    const others = await it.contact('peer');

    expect((await it.upload(agent, others, 'a.txt', 'x')).status).toBe(404);
  });

  test('to a deleted contact is refused, and leaves no bytes', async () => {
    const gone = await it.contact('agent', { deleted_at: '2026-11-01' });
    const before = it.stored();

    expect((await it.upload(agent, gone, 'a.txt', 'x')).status).toBe(409);
    expect(it.stored()).toEqual(before);
  });

  test('of a recording takes audio only, and is listed among the recordings', async () => {
    const refused = await it.upload(agent, contact, 'a.txt', 'x', { kind: 'call' });
    const id = await put('call.wav', wav(), { kind: 'call' });

    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: { file: ['Recordings must be audio files: MP3, WAV, M4A or OGG.'] } },
    ]);
    const [files, calls] = [
      await agent.call(listFiles, { params: { id: contact } }),
      await agent.call(listCallFiles, { params: { id: contact } }),
    ];
    expect([files.body.data, calls.body.data.map((file) => file.id)]).toEqual([[], [id]]);
  });

  test('beyond the quota of its person is refused with both sizes', async () => {
    await put('a.txt', 'x');
    await it.sql('update files set bytes = $1', [5 * 2 ** 30 - 1]);

    const { status, body } = await it.upload(agent, contact, 'b.txt', 'xy');

    expect([status, body]).toMatchObject([
      422,
      { errors: { file: ["Your files use 5.0 GB of 5.0 GB, and this file doesn't fit. Delete some files first."] } },
    ]);
  });
});

describe('a picture', () => {
  test('waits for its check, which re-encodes it: upright, without location and camera', async () => {
    const { body } = await it.upload(agent, contact, 'me.JPEG', await photo());
    expect(body.data).toMatchObject({ type: 'jpg', state: 'checking', thumb_url: null });
    expect((await agent.call(downloadFile, place(body.data.id))).status).toBe(409);

    await it.check();

    const bytes = Buffer.from(await (await it.fetch(await linkTo(body.data.id))).arrayBuffer());
    const { width, height, orientation, exif } = await sharp(bytes).metadata();
    expect({ width, height, orientation, exif }).toEqual({
      width: 40,
      height: 60,
      orientation: undefined,
      exif: undefined,
    });
    expect(bytes.includes('Spycam')).toBe(false);
  });

  test('has a small picture in the list and a larger one to look at', async () => {
    const big = await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const id = await put('big.png', big);

    const [file] = (await agent.call(listFiles, { params: { id: contact } })).body.data;
    const sizeOf = async (url: string | null | undefined) => {
      const answer = await it.fetch(url ?? '');
      const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      return [answer.headers.get('content-type'), format, width, height];
    };
    expect(await sizeOf(file?.thumb_url)).toEqual(['image/webp', 'webp', 240, 120]);
    const preview = await previewOf(id);
    expect([preview.kind, await sizeOf(preview.url)]).toEqual(['image', ['image/webp', 'webp', 1_600, 800]]);
  });

  test('leaves only what was made of it in the storage', async () => {
    const before = new Set(it.stored());
    await put('me.png', await photo('png'));

    const [row] = await it.sql<{ keys: string[] }>('select array[file_key, view_key, thumb_key] as keys from files');
    expect(it.stored().filter((name) => !before.has(name))).toEqual(row?.keys.toSorted());
  });

  test('gets another job after a lost one', async () => {
    await it.upload(agent, contact, 'me.png', await photo('png'));
    await it.sql(`delete from pgboss.job where name = 'files.check'`);

    await resumeFiles(it.deps);

    expect(await it.sql(`select name from pgboss.job where name = 'files.check'`)).toHaveLength(1);
  });
});

describe('a look', () => {
  test('at a text shows its first 100 KB', async () => {
    const id = await put('long.csv', `a,b\n${'1,2\n'.repeat(30_000)}`);

    const preview = await previewOf(id);

    expect([preview.kind, preview.text?.length, preview.cut]).toEqual(['text', 102_400, true]);
  });

  test('at a PDF opens it in a tab of its own, without a script', async () => {
    const preview = await previewOf(await put('policy.pdf', PDF));

    const answer = await it.fetch(preview.url ?? '');
    expect([preview.kind, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'page',
      'application/pdf',
      `inline; filename*=UTF-8''policy.pdf`,
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'none'");
  });

  test('at a DOCX offers the download alone', async () => {
    expect(await previewOf(await put('letter.docx', await docx()))).toEqual({
      kind: 'none',
      url: null,
      text: null,
      cut: false,
    });
  });

  test('at a recording plays any part of it', async () => {
    const content = wav();
    const { kind, url } = await previewOf(await put('call.wav', content, { kind: 'call' }));

    const part = await it.fetch(url ?? '', { range: 'bytes=0-3' });
    const tail = await it.fetch(url ?? '', { range: 'bytes=-4' });
    const beyond = await it.fetch(url ?? '', { range: 'bytes=9999-' });

    expect([kind, part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      'audio',
      206,
      `bytes 0-3/${content.length}`,
      'RIFF',
    ]);
    expect([tail.headers.get('content-length'), beyond.status]).toEqual(['4', 416]);
  });
});

describe('an address of bytes', () => {
  test('needs no session, and nothing that it gives can run', async () => {
    const answer = await it.fetch(await linkTo(await put('Ana’s (note).txt', 'Hello')));

    expect([answer.status, await answer.text()]).toEqual([200, 'Hello']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''Ana%E2%80%99s%20%28note%29.txt`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=300, immutable',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('stays the same for a while, and ends within ten minutes', async () => {
    it.stopClock();
    const id = await put('a.txt', 'x');
    const url = await linkTo(id);
    expect((await it.fetch(url)).status).toBe(200);

    it.advance(10 * 60_000);

    expect((await it.fetch(url)).status).toBe(404);
    expect((await it.fetch(await linkTo(id))).status).toBe(200);
  });

  test("modified by someone isn't valid", async () => {
    const url = await linkTo(await put('a.txt', 'x'));
    const [, account = '', file = ''] = /_files\/(\d+)\.(\d+)/.exec(url) ?? [];

    const other = url.replace(`/${account}.${file}.`, `/${account}.${Number(file) + 1}.`);
    const longer = url.replace(/\.(\d{13})\./, '.9999999999999.');

    expect([(await it.fetch(other)).status, (await it.fetch(longer)).status]).toEqual([404, 404]);
  });

  test('ends with the session it was made for', async () => {
    const id = await put('a.txt', 'x');
    const [mine, other] = [await it.signIn('agent'), await it.signIn('agent')];
    const [url, stays] = [await urlFor(mine, id), await urlFor(other, id)];

    await mine.call(signOut);

    expect([(await it.fetch(url)).status, (await it.fetch(stays)).status]).toEqual([404, 200]);
  });

  test('ends with the API key it was made for', async () => {
    const id = await put('a.txt', 'x');
    const key = `bw_${'k'.repeat(43)}`;
    const { id: userId, accountId } = it.world.people.agent;
    await it.sql(
      `insert into api_keys (account_id, user_id, kind, prefix, token_hash, created_at) values ($1, $2, 'key', 'bw_', $3, now())`,
      [accountId, userId, createHash('sha256').update(key).digest()],
    );
    const answer = await it.fetch(`/v1/contacts/${contact}/files/${id}/download`, { authorization: `Bearer ${key}` });
    const { url } = ((await answer.json()) as { data: { url: string } }).data;
    expect((await it.fetch(url)).status).toBe(200);

    await it.sql('update api_keys set revoked_at = now()');

    expect((await it.fetch(url)).status).toBe(404);
  });

  test('ends with its file', async () => {
    const id = await put('a.txt', 'x');
    const url = await linkTo(id);

    await agent.call(deleteFile, place(id));

    expect((await it.fetch(url)).status).toBe(404);
  });
});

describe('a change', () => {
  test('of the name keeps the extension', async () => {
    const id = await put('scan.txt', 'x');

    const { body } = await agent.call(updateFile, {
      ...place(id),
      body: { name: 'Licence.html', description: 'Front' },
    });

    expect([body.data.name, body.data.description]).toEqual(['Licence.html.txt', 'Front']);
  });

  test('of a file of another contact finds none', async () => {
    const id = await put('a.txt', 'x');
    const other = await it.contact('agent');

    const answer = await agent.call(updateFile, { params: { id: other, fileId: id }, body: { name: 'b' } });

    expect([answer.status, (await agent.call(downloadFile, { params: { id: other, fileId: id } })).status]).toEqual([
      404, 404,
    ]);
  });
});

describe('a deleted file', () => {
  test('is gone from the list, and comes back as it was', async () => {
    const id = await put('a.txt', 'x');
    const before = (await agent.call(listFiles, { params: { id: contact } })).body.data[0];

    expect((await agent.call(deleteFile, place(id))).status).toBe(204);
    expect((await agent.call(listFiles, { params: { id: contact } })).body.data).toEqual([]);
    expect((await agent.call(deleteFile, place(id))).status).toBe(404);

    const back = await agent.call(restoreFile, place(id));
    expect(back.body.data).toEqual({ ...before, updated_at: expect.any(String) });
  });

  test('loses its bytes when it can no longer be restored, not before', async () => {
    const id = await put('me.png', await photo('png'));
    const before = it.stored().length;
    await agent.call(deleteFile, place(id));
    const at = (days: number) => new Date(it.deps.now().getTime() + days * DAY_MS);

    await removeDeletedFiles({ ...it.deps, now: () => at(FILE_RESTORE_DAYS - 1) });
    expect(it.stored()).toHaveLength(before);

    await removeDeletedFiles({ ...it.deps, now: () => at(FILE_RESTORE_DAYS + 1) });
    expect(it.stored()).toHaveLength(before - 3);
    expect((await agent.call(restoreFile, place(id))).status).toBe(404);
  });
});
