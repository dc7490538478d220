import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sheetOf } from '../../server/features/exports/sheet/sheet-xml.ts';

async function* rowsOf(...some: string[][]): AsyncGenerator<string[][]> {
  yield some.slice(0, 1);
  yield some.slice(1);
}

const sheet = async (columns: Parameters<typeof sheetOf>[1], ...rows: string[][]) =>
  (await buffer(Readable.from(sheetOf('ns', columns, rowsOf(...rows))))).toString();

const references = (xml: string) => [...xml.matchAll(/<(?:row|c)\b(?: r="(\w+)")?/g)].map(([, at]) => at);

test('each row and cell says where it is, also after empty ones and from one portion to the next', async () => {
  const columns = [
    { header: 'Name', kind: 'text' },
    { header: 'Number', kind: 'number' },
    { header: 'Born', kind: 'date' },
  ] as const;

  expect(references(await sheet(columns, ['Ada', '', '1950-02-03'], ['', '7', ''], ['Bo', '8', '']))).toEqual(
    '1 A1 B1 C1 2 A2 C2 3 B3 4 A4 B4'.split(' '),
  );
});

test('columns after Z have two letters, after ZZ three', async () => {
  const columns = Array.from({ length: 703 }, (_, at) => ({ header: `${at}`, kind: 'text' as const }));
  const row = columns.map(({ header }) => header);

  const found = references(await sheet(columns, row)).slice(-703);

  expect([25, 26, 51, 52, 701, 702].map((at) => found[at])).toEqual(['Z2', 'AA2', 'AZ2', 'BA2', 'ZZ2', 'AAA2']);
});
