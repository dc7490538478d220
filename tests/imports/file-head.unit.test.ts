import { describe, expect, test } from 'vitest';
import { readHead } from '../../server/features/imports/file-head.ts';
import { UnreadableFile } from '../../server/features/imports/unreadable-file.ts';

const head = (content: string | Buffer, headerRow?: number) =>
  readHead({ bytes: Buffer.from(content), whole: true, encoding: 'utf-8' }, headerRow);

describe('the head', () => {
  test('has delimiter, header row, columns, samples and a mapping', () => {
    expect(head('First Name;Mobile;Shoe size\nJosé;512-555-0142;43\n;(208) 234-5678;\n')).toEqual({
      encoding: 'utf-8',
      delimiter: ';',
      headerRow: 1,
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

  test('takes the header row it is told', () => {
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
    [
      'a workbook',
      Buffer.from('504b030414000600', 'hex'),
      'This is an Excel workbook or a ZIP archive: save the sheet as CSV and upload that.',
    ],
    ['a PDF', '%PDF-1.7 …', 'This is a PDF: ask for the list as a CSV file.'],
    [
      'UTF-16',
      Buffer.from('\uFEFFName,Phone\n', 'utf16le'),
      'This file is in UTF-16: save it as CSV in UTF-8 and upload that.',
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('Name,Phone\n', 'utf16le'),
      'This is not a text file: save the list as CSV and upload that.',
    ],
    ['501 columns', `${'x,'.repeat(500)}x\n1\n`, 'Line 1 has 501 columns; at most 500 can be imported.'],
  ])('is told so: %s', (_, content, sentence) => {
    expect(() => head(content)).toThrow(new UnreadableFile(sentence));
  });
});
