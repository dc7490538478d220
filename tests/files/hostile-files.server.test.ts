import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import { downloadFile, listFiles, MAX_FILE_BYTES } from '#contract/files.contract.ts';
import type { Client } from '../_api/app.ts';
import { type ClamdStandIn, startClamd } from './clamd-stand-in.ts';
import { type FilesDesk, openFilesDesk } from './files-desk.ts';
import { docx, EICAR, largePhoto, photo, zipOf } from './sample-files.ts';

let clamd: ClamdStandIn;
let it: FilesDesk;
let agent: Client;
let contact: number;

beforeAll(async () => {
  clamd = await startClamd();
  it = await openFilesDesk({ config: { files: { origin: null, quotaBytes: 2 ** 40, scanner: clamd.url } } });
  agent = await it.signIn('agent');
});
afterAll(async () => {
  await it.close();
  await clamd.close();
});
beforeEach(async () => {
  await it.clear();
  contact = await it.contact('agent');
});

/** Outcome of an upload: the reason for an immediate refusal, or its state after the check, with the reason. */
async function fateOf(name: string, content: Buffer | string): Promise<string> {
  const { status, body } = await it.upload(agent, contact, name, content);
  if (status === 422) return (body as unknown as { error: string }).error;
  await it.check();
  const [file] = (await agent.call(listFiles, { params: { id: contact } })).body.data;
  return [file?.state, file?.failure].filter(Boolean).join(': ');
}

const NOT = (type: string) => `The file content isn't ${type}, as its name says.`;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const POLYGLOT = Buffer.from('GIF89a/*\x00\x00\xf0\x00\x00\x00\x00\x00\xff\xff\xff*/=1;alert(1);', 'latin1');

describe('refused as it comes', () => {
  test.each([
    ['picture.svg', SVG, 'SVG images can contain scripts. Save it as PNG.'],
    ['picture.png', SVG, NOT('PNG')],
    ['notes.txt', SVG, NOT('TXT')],
    ['notes.txt', '  <!DOCTYPE html><script>alert(1)</script>', NOT('TXT')],
    ['mail.eml', '<html><body onload=alert(1)>', NOT('EML')],
    ['data.csv', Buffer.from([1, 0, 2]), NOT('CSV')],
    ['page.html', '<p>', /^This file type isn't accepted\. Use a PDF/],
    ['run.exe', 'MZ', /^This file type isn't accepted/],
    ['script.js', 'alert(1)', /^This file type isn't accepted/],
    ['noname', 'x', /^This file type isn't accepted/],
    ['letter.docm', 'PK', "Files with macros aren't accepted. Save it as DOCX."],
    ['photo.heic', 'x', "HEIC photos can't be displayed. Save it as JPEG."],
    ['report.pdf', 'MZ\x90\x00 this is a program', NOT('PDF')],
    ['song.mp3', '%PDF-1.4 not a song', NOT('MP3')],
    ['letter.docx', '%PDF-1.4', NOT('DOCX')],
    ['empty.txt', '', 'The file is empty.'],
  ])('%s: %o', async (name, content, reason) => {
    expect(await fateOf(name, content)).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
    expect(it.stored()).toEqual([]);
  });

  test.each(['txt', 'csv', 'eml'])('a %s with other bytes behind its beginning', async (type) => {
    const content = Buffer.concat([Buffer.alloc(100_000, 'a\n'), Buffer.from('MZ\x90\x00', 'latin1')]);

    expect(await fateOf(`notes.${type}`, content)).toBe(NOT(type.toUpperCase()));
    expect(it.stored()).toEqual([]);
  });

  test('a file of more than 25 MB', async () => {
    expect(await fateOf('big.txt', Buffer.alloc(MAX_FILE_BYTES + 1, 'a'))).toBe('The file is larger than 25 MB.');
    expect(it.stored()).toEqual([]);
  });
});

describe('refused by its check', () => {
  const macro = [{ name: 'word/vbaProject.bin', content: 'x' }];
  const xxe = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>`;
  const bomb = () => docx('x', [{ name: 'word/media/a.xml', content: Buffer.alloc(30 * 2 ** 20) }]);
  const many = () =>
    docx(
      'x',
      Array.from({ length: 1_001 }, (_, at) => ({ name: `word/${at}.txt`, content: 'x' })),
    );

  test.each([
    ['a picture of code', 'tracker.gif', async () => POLYGLOT, "Couldn't read the image: it's damaged."],
    [
      'half a picture',
      'half.jpg',
      async () => (await photo()).subarray(0, 400),
      "Couldn't read the image: it's damaged.",
    ],
    ['a DOCX with macros', 'letter.docx', () => docx('x', macro), 'The file contains macros. Save it without them.'],
    [
      'a DOCX with entities',
      'letter.docx',
      () => docx('x', [{ name: 'word/styles.xml', content: xxe }]),
      'The file refers to external entities. Save it again.',
    ],
    [
      'a DOCX with entities in UTF-16',
      'letter.docx',
      () => docx('x', [{ name: 'word/styles.xml', content: Buffer.from(`\uFEFF${xxe}`, 'utf16le') }]),
      'The file refers to external entities. Save it again.',
    ],
    ['a zip bomb', 'letter.docx', bomb, 'The unpacked content is too large.'],
    ['too many entries', 'letter.docx', many, 'The ZIP has 1,003 files. The limit is 1,000.'],
    ['any other ZIP', 'sheet.xlsx', () => zipOf([{ name: 'a.txt', content: 'x' }]), NOT('XLSX')],
    [
      'a broken ZIP',
      'sheet.xlsx',
      async () => (await docx()).subarray(0, 200),
      "Couldn't unpack the file: it's damaged.",
    ],
  ])('%s', async (_, name, content, reason) => {
    expect(await fateOf(name, await content())).toBe(`refused: ${reason}`);
    expect(it.stored()).toEqual([]);
  });

  test('an image of more than 50 megapixels in a small file', async () => {
    const wide = await sharp({
      create: { width: 8_000, height: 6_300, channels: 3, background: 'red' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();

    expect(await fateOf('wide.png', wide)).toBe('refused: The image has more than 50 million pixels.');
  });
});

test('a picture with a program behind it loses the program', async () => {
  const hidden = Buffer.concat([await photo('gif'), Buffer.from('<script>alert(1)</script>')]);
  expect(await fateOf('nice.gif', hidden)).toBe('ready');

  const [file] = (await agent.call(listFiles, { params: { id: contact } })).body.data;
  const link = await agent.call(downloadFile, { params: { id: contact, fileId: file?.id ?? 0 } });
  const bytes = Buffer.from(await (await it.fetch(link.body.data.url)).arrayBuffer());
  expect([bytes.subarray(0, 4).toString(), bytes.includes('script')]).toEqual(['GIF8', false]);
});

describe('a virus', () => {
  test('is found, and its bytes go', async () => {
    expect(await fateOf('invoice.txt', EICAR)).toBe(
      'infected: A virus was found (Eicar-Test-Signature) and the file was removed.',
    );
    expect(it.stored()).toEqual([]);
  });

  test('is scanned before any download', async () => {
    const { body } = await it.upload(agent, contact, 'fine.txt', 'fine');

    expect([
      body.data.state,
      (await agent.call(downloadFile, { params: { id: contact, fileId: body.data.id } })).status,
    ]).toEqual(['checking', 409]);
    await it.check();
    expect((await agent.call(downloadFile, { params: { id: contact, fileId: body.data.id } })).status).toBe(200);
  });

  test('scanner that cannot leaves the file waiting', async () => {
    await it.upload(agent, contact, 'fine.txt', 'fine');
    clamd.answer = 'no more memory ERROR\0';

    await expect(it.check()).rejects.toThrow('Virus scanner: no more memory ERROR');

    clamd.answer = null;
    await it.check();
    expect(await it.sql('select state from files')).toEqual([{ state: 'ready' }]);
  });
});

test.each([
  ['../../../etc/passwd.txt', 'passwd.txt'],
  ['..\\..\\boot.txt', 'boot.txt'],
  ['a\u202Etxt.exe.txt', 'atxt.exe.txt'],
  ['\u0000\u0007.txt', 'txt.txt'],
])('a name like %j becomes a name: %s', async (name, shown) => {
  await it.upload(agent, contact, name.startsWith('\u0000') ? 'txt.txt' : name, 'x');

  expect(await it.sql('select name from files')).toEqual([{ name: shown }]);
});

const TAIL = '\r\n--b--\r\n';

/** An upload by hand, so that nothing of it is held here: the line, after its head. */
function begin(name: string, bytes: number) {
  const { hostname, port } = new URL(it.url);
  const line = connect(Number(port), hostname);
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  line.on('error', () => undefined);
  const headers = [
    `POST /v1/contacts/${contact}/files HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `origin: ${it.url}`,
    `cookie: ${agent.cookie}`,
    `${IDENTITY_HEADER}: ${agent.person?.id}:0`,
    'connection: close',
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${head.length + bytes + TAIL.length}`,
  ];
  line.write(`${headers.join('\r\n')}\r\n\r\n${head}`);
  return line;
}

/** Uploads piece by piece and checks; answers the status. */
async function pour(name: string, piece: Buffer, times: number): Promise<string> {
  const line = begin(name, piece.length * times);
  for (let turn = 0; turn < times; turn += 1) if (!line.write(piece)) await once(line, 'drain');
  line.write(TAIL);
  const answer = await text(line);
  await it.check();
  return answer.slice(9, 12);
}

/** Until something is so, which the server brings about by itself. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !isSo(); turn += 1) await sleep(5);
}

test('an interrupted upload leaves nothing behind, and others continue beside a slow one', async () => {
  const line = begin('slow.txt', 9_000_000);
  line.write(Buffer.alloc(70_000, 'a'));
  await until(() => it.stored().some((name) => name.endsWith('.part')));
  expect(it.stored()).toHaveLength(1);
  expect(await fateOf('quick.txt', 'x')).toBe('ready');

  line.destroy();
  await once(line, 'close');

  await until(() => it.stored().length === 1);
  expect(it.stored().filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await it.sql('select count(*)::int from files')).toEqual([{ count: 1 }]);
});

test('memory stays flat over large uploads and their checks', async () => {
  const large = await largePhoto(2_000, 1_500);
  const piece = Buffer.alloc(2 ** 20, 'a');
  const round = async () => [await pour('photo.jpg', large, 1), await pour('text.txt', piece, 25)];
  // The first rounds load what it needs, and grow the heap to its size.
  await round();
  await round();
  const before = process.memoryUsage.rss();
  let most = before;
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await round()).toEqual(['200', '200']);
    most = Math.max(most, process.memoryUsage.rss());
  }

  expect((most - before) / 2 ** 20).toBeLessThan(100);
});

describe('the process of a picture', () => {
  /** Ids of those that we run now. */
  const running = async (): Promise<number[]> => {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
    return stdout
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, parent, ...args]) => Number(parent) === process.pid && args.join(' ').includes('picture-child'))
      .map(([pid]) => Number(pid));
  };
  const begun = async (): Promise<number> => {
    for (;;) for (const pid of await running()) return pid;
  };

  test.each([
    ['8', 3_264, 2_448],
    ['50', 8_160, 6_120],
  ])(
    'takes the memory of a photo of %s million points away with it',
    async (_, width, height) => {
      await it.upload(agent, contact, 'photo.jpg', await largePhoto(width, height));
      const before = process.memoryUsage.rss();
      let most = before;
      const looking = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss());
      }, 10);

      await it.check().finally(() => clearInterval(looking));

      expect(await it.sql('select state, failure from files')).toEqual([{ state: 'ready', failure: '' }]);
      expect((most - before) / 2 ** 20).toBeLessThan(40);
    },
    90_000,
  );

  test('refuses the picture when it is killed, and the next one is made', async () => {
    await it.upload(agent, contact, 'photo.jpg', await largePhoto(3_264, 2_448));
    const checking = it.check();
    process.kill(await begun(), 'SIGKILL');
    await checking;

    expect(await it.sql('select state, failure from files')).toEqual([
      { state: 'refused', failure: "Couldn't read the image. It's damaged or needs too much memory." },
    ]);
    expect(it.stored()).toEqual([]);
    expect(await fateOf('next.png', await photo('png'))).toBe('ready');
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'that is ended by %s, as with the server, leaves the file waiting',
    async (by) => {
      await it.upload(agent, contact, 'photo.jpg', await largePhoto(3_264, 2_448));
      const checking = expect(it.check()).rejects.toThrow(`The process of the picture ended: ${by}.`);
      process.kill(await begun(), by);
      await checking;

      expect(await it.sql('select state from files')).toEqual([{ state: 'checking' }]);
      expect(it.stored()).toHaveLength(1);
    },
  );

  test('goes when its job is stopped, and the file waits', async () => {
    await it.upload(agent, contact, 'photo.jpg', await largePhoto(3_264, 2_448));
    const stop = new AbortController();
    const checking = expect(it.check(stop.signal)).rejects.toThrow('The process stops.');
    await begun();
    stop.abort(new Error('The process stops.'));
    await checking;

    expect([await running(), await it.sql('select state from files')]).toEqual([[], [{ state: 'checking' }]]);
    expect(it.stored()).toHaveLength(1);
  });
});
