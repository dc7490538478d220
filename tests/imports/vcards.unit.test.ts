import { describe, expect, test } from 'vitest';
import { openVcards } from '../../server/features/imports/workbook/vcard-book.ts';

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\n');

async function rowsOf(text: string): Promise<string[][]> {
  const all: string[][] = [];
  for await (const rows of openVcards(Buffer.from(text)).rows(0)) all.push(...rows);
  return all;
}
const cellsOf = async (text: string) => {
  const [headers = [], ...rows] = await rowsOf(text);
  return rows.map((row) =>
    Object.fromEntries(headers.map((header, at) => [header, row[at]]).filter(([, cell]) => cell)),
  );
};

describe('cards', () => {
  test('keep all phones, addresses and unknown properties in columns', async () => {
    const text = card(
      'N:Lee;Bo',
      'TEL;TYPE=work:1',
      'TEL;TYPE=home:2',
      'TEL;TYPE=cell:3',
      'TEL:4',
      'EMAIL:a@example.com',
      'EMAIL:b@example.com',
      'EMAIL;TYPE=pref:c@example.com',
      'ADR;TYPE=work:;;1 Work St;Waco;TX;76701;USA',
      'ADR;TYPE=home:12;;;Austin;TX;78701;',
      'X-SPOUSE:Ana',
      'URL:https://example.com/a:b',
      'URL:https://example.org',
    );
    expect(await cellsOf(text)).toEqual([
      {
        'First Name': 'Bo',
        'Last Name': 'Lee',
        'Phone 1': '3',
        'Phone 1 Type': 'Mobile',
        'Phone 2': '2',
        'Phone 2 Type': 'home',
        'Phone 3': '4',
        'Phone 4': '1',
        'Phone 4 Type': 'work',
        'Email 1': 'c@example.com',
        'Email 2': 'a@example.com',
        'Email 3': 'b@example.com',
        Address: 'PO Box 12',
        City: 'Austin',
        State: 'TX',
        Zip: '78701',
        'Other Address': '1 Work St, Waco, TX 76701, USA',
        Spouse: 'Ana',
        Website: 'https://example.com/a:b\nhttps://example.org',
      },
    ]);
  });

  test('are read over broken lines, nested cards and text around them', async () => {
    const nested = 'AGENT:\nBEGIN:VCARD\nN:Agent;Some\nEND:VCARD';
    const text = `Contacts\n${card('N:Lee;Bo', 'no value', '=:=', nested, 'TEL;;=;:1')}\n${card('FN:Ana')}`;
    expect(await cellsOf(text)).toEqual([
      { 'First Name': 'Bo', 'Last Name': 'Lee', 'Phone 1': '1' },
      { 'First Name': 'Ana' },
    ]);
  });

  test('in their hundreds are one head and all rows', async () => {
    const text = Array.from({ length: 450 }, (_, index) => card(`N:Lee;Bo ${index}`)).join('');
    const [head] = await openVcards(Buffer.from(text)).heads();
    expect([head?.rows.length, head?.whole, (await rowsOf(text)).length]).toEqual([200, false, 451]);
  });
});

describe('a file of cards', () => {
  const whole = card('N:Lee;Bo', 'TEL;TYPE=cell:512-555-0101', 'NOTE;ENCODING=QUOTED-PRINTABLE:a=', 'b');

  test.each([0.2, 0.5, 0.7, 0.95])('cut at %d of its second card is refused', async (part) => {
    const text = whole + whole.slice(0, Math.floor(whole.length * part));
    expect(() => openVcards(Buffer.from(text))).toThrow(
      'The vCard file is incomplete: its last card has no end. Export it again.',
    );
  });

  test('without a person says so', () => {
    expect(() => openVcards(Buffer.from(card('PHOTO:abc')))).toThrow(
      'The file has no cards with a name, phone or e-mail.',
    );
  });

  test('with more cards than a sheet has rows is refused', () => {
    const text = 'BEGIN:VCARD\nN:A\nEND:VCARD\n'.repeat(100_001);
    expect(() => openVcards(Buffer.from(text))).toThrow('The file has more than 100,000 cards. Split it.');
  });

  test.each([
    ['one line', (text: string) => text],
    ['folded lines', (text: string) => text.replace(/(.{60})/g, '$1\n ')],
  ])('with a text of 12 MB in %s is refused', (_, written) => {
    const text = card('N:Lee;Bo') + card('N:Lee;Ana', `ADR:${written('a'.repeat(12_000_000))}`);
    expect(() => openVcards(Buffer.from(text))).toThrow('Card 2 has a text of more than 1 MB.');
  });

  test('with a picture of 12 MB, or a long text outside of its cards, is read', async () => {
    const long = 'a'.repeat(12_000_000);
    expect(await cellsOf(`X-ABOUT:${long}\n${card('N:Lee;Bo', `PHOTO;ENCODING=b:${long}`)}`)).toEqual([
      { 'First Name': 'Bo', 'Last Name': 'Lee' },
    ]);
  });

  test('with ever new properties is refused', () => {
    const names = Array.from({ length: 501 }, (_, index) => `X-A${index}:1`);
    expect(() => openVcards(Buffer.from(card(...names)))).toThrow(
      'The cards have more than 500 different kinds of fields.',
    );
  });
});
