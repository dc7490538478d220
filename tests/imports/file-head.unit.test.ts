import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { readHead } from '../../server/features/imports/file/file-head.ts';
import { FileWatch } from '../../server/features/imports/file/file-watch.ts';
import { UnreadableFile } from '../../server/features/imports/file/unreadable-file.ts';

const head = (content: string | Buffer, headerRow?: number) =>
  readHead({ bytes: Buffer.from(content), whole: true, encoding: 'utf-8' }, headerRow);

describe('the head', () => {
  test('has delimiter, header row, columns, samples and a mapping', () => {
    expect(head('First Name;Mobile;Shoe size\nJosé;512-555-0142;43\n;(208) 234-5678;\n')).toEqual({
      encoding: 'utf-8',
      delimiter: ';',
      headerRow: 1,
      madeBy: null,
      preview: [
        ['José', '512-555-0142', '43'],
        ['', '(208) 234-5678', ''],
      ],
      columns: [
        { index: 0, header: 'First Name', samples: ['José'], suggestion: 'first_name', confidence: 1 },
        { index: 1, header: 'Mobile', samples: ['512-555-0142', '(208) 234-5678'], suggestion: 'phone', confidence: 1 },
        { index: 2, header: 'Shoe size', samples: ['43'], suggestion: null, confidence: 0 },
      ],
    });
  });

  test('finds the header below a title', () => {
    expect(head('Leads of March,,\n,,\nName,Phone,City\nAna Ruiz,512-555-0142,Waco\n')).toMatchObject({ headerRow: 3 });
  });

  test('finds the header below lines with a date and a phone, and not in a narrow one', () => {
    const text = 'Run on,11/03/2026\nCall,800-555-0100\nName\n\nFirst,Last,Phone,City\nAna,Ruiz,512-555-0142,Waco\n';

    expect(head(text)).toMatchObject({ headerRow: 5 });
  });

  test('leaves out what only a delimiter at the end makes', () => {
    expect(head('Name,Phone,,\nAna,512-555-0142,,\n').columns).toHaveLength(2);
    expect(head('Name,Phone,\nAna,512-555-0142,x\n').columns).toHaveLength(3);
  });

  test.each([';', '\t', '|', '^'])('takes the delimiter that the first line tells: %s', (delimiter) => {
    const { delimiter: read, columns } = head(
      `sep=${delimiter}\r\nName${delimiter}Phone, home\r\nAna${delimiter}5\r\n`,
    );

    expect([read, columns.map(({ header }) => header)]).toEqual([delimiter, ['Name', 'Phone, home']]);
  });

  test('knows a file without a header', () => {
    const { headerRow, columns } = head('Ana,Ruiz,ana@example.com\nBo,Lee,bo@example.com\n');

    expect([headerRow, columns.map(({ header, suggestion }) => [header, suggestion])]).toEqual([
      0,
      [
        ['Column 1', null],
        ['Column 2', null],
        ['Column 3', 'email'],
      ],
    ]);
  });

  test('uses the given header row', () => {
    expect(head('x,y\nPhone,City\n512-555-0142,Waco\n', 2).columns.map(({ suggestion }) => suggestion)).toEqual([
      'phone',
      'city',
    ]);
  });

  test('numbers duplicate headers and names empty ones', () => {
    expect(head('Phone,,phone\n1,2,3\n').columns.map(({ header }) => header)).toEqual([
      'Phone',
      'Column 2',
      'phone (2)',
    ]);
  });
});

describe('a file that cannot be imported', () => {
  test.each([
    ['nothing', '', 'The file is empty.'],
    ['white space', ' \r\n\n ', 'The file is empty.'],
    ['a header alone', 'Name,Phone\n', 'The file has a header and no rows.'],
    ['a PDF', '%PDF-1.7 …', 'This is a PDF: ask for the list as a CSV file.'],
    [
      'bytes that are no text',
      Buffer.from('N\u0001a\u0002m\u0003e,\u0004P\u0005\n'),
      'This is not a text file: save the list as CSV and upload that.',
    ],
    [
      'a web archive',
      'MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n',
      'This is a web archive (.mht): open it in Excel, save it as .xlsx and upload that.',
    ],
    ['JSON', '[{"name": "Ana"}]', 'This is a JSON file: save the list as CSV and upload that.'],
    ['1,000 columns', `${'x;'.repeat(999)}x\n1\n`, 'Line 1 has 1,000 columns. The limit is 500.'],
    ['501 columns', `${'x,'.repeat(500)}x\n1\n`, 'Line 1 has 501 columns. The limit is 500.'],
  ])('is told so: %s', (_, content, sentence) => {
    expect(() => head(content)).toThrow(new UnreadableFile(sentence));
  });
});

test('a cell of 10 MB is called what it is, wherever it stands', () => {
  const long = 'x'.repeat(10 * 1024 * 1024);
  const start = (text: string) =>
    readHead({ bytes: Buffer.from(text).subarray(0, 2 * 1024 * 1024), whole: false, encoding: 'utf-8' });
  const sentence = (line: number) =>
    `Line ${line} is longer than 1 MB. A cell may be too large (the limit is 1 MB), or a closing quote may be missing.`;

  expect(() => start(`Name,Notes\nAna,"${long}"\n`)).toThrow(new UnreadableFile(sentence(2)));
  expect(() => start(`Name,${long}\nAna,x\n`)).toThrow(new UnreadableFile(sentence(1)));
});

describe('the encoding', () => {
  const text = 'Name,Phone\nJosé,512-555-0142\n';
  const utf16be = (written: string) => Buffer.from(written, 'utf16le').swap16();
  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', utf16be(`\uFEFF${text}`)],
    ['utf-16be', utf16be(text)],
    ['windows-1252', Buffer.from(text, 'latin1')],
    ['windows-1252', Buffer.concat([Buffer.from('Name,Phone\n'.repeat(300_000)), Buffer.from('José,5\n', 'latin1')])],
  ])('is %s', async (encoding, bytes) => {
    const watch = new FileWatch();
    watch.resume();
    watch.end(bytes);
    await once(watch, 'end');

    expect(watch.start().encoding).toBe(encoding);
    expect(readHead(watch.start()).columns.map(({ header }) => header)).toEqual(['Name', 'Phone']);
  });

  test('stays UTF-8 when single bytes are none, and these are read as Windows does', async () => {
    const bytes = Buffer.concat([
      Buffer.from('\uFEFFName,City\nJosé Núñez,Waco\nRen'),
      Buffer.from('é', 'latin1'),
      Buffer.from(',Zoë\n'),
    ]);
    const watch = new FileWatch();
    watch.resume();
    for (const byte of bytes) watch.write(Buffer.of(byte));
    watch.end();
    await once(watch, 'end');
    const start = watch.start();

    expect([start.encoding, start.strays]).toEqual(['utf-8', 1]);
    expect(readHead(start).columns.map(({ header, samples }) => [header, samples])).toEqual([
      ['Name', ['José Núñez', 'René']],
      ['City', ['Waco', 'Zoë']],
    ]);
  });
});
