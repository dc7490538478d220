import { createReadStream } from 'node:fs';
import { readRecords } from '../server/features/imports/file/csv-records.ts';
import { normaliseRow } from '../server/features/imports/cells/normalise-row.ts';
import type { RowValues } from '../server/features/imports/cells/row-values.ts';
import type { Pool } from '../server/db/pool.ts';
import type { WorldPerson } from '../tests/_db/world.ts';
import { copyIn } from './copy-in.ts';

const COLUMNS = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'address',
  'city',
  'state',
  'zip_code',
  'dob',
  'gender',
] as const satisfies readonly (keyof RowValues)[];

const FIELDS = COLUMNS.map((field, index) => ({ index, field }));

const NULLABLE = new Set<string>(['phone', 'email', 'dob', 'gender']);

const escaped = (value: string) =>
  value.replace(/[\\\t\n\r]/g, (each) => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[each] ?? '\\\\');

/** The limit that an import is held against: parse, validate, COPY, and nothing else. As the owner, since COPY needs it. */
export async function importBare(owner: Pool, path: string, person: WorldPerson, numberBase = 0): Promise<number> {
  const client = await owner.connect();
  let rows = 0;
  async function* lines(): AsyncGenerator<Buffer> {
    const rules = { width: 11, fields: FIELDS, today: '2026-11-21' };
    let header = true;
    for await (const { records } of readRecords(createReadStream(path), { encoding: 'utf-8', delimiter: ',' })) {
      let text = '';
      for (const cells of records) {
        if (header) {
          header = false;
          continue;
        }
        const row = normaliseRow(cells, false, rules);
        if (row.kind !== 'good') continue;
        rows += 1;
        text += `${person.accountId}\t${person.businessUnitId}\t${person.id}\t${numberBase + rows}`;
        for (const column of COLUMNS) {
          const value = row.values[column];
          text += `\t${value === null ? (NULLABLE.has(column) ? '\\N' : '') : escaped(value)}`;
        }
        text += '\n';
      }
      yield Buffer.from(text);
    }
  }
  try {
    await copyIn(
      client,
      `copy contacts (account_id, business_unit_id, owner_id, number, ${COLUMNS.join(', ')}) from stdin`,
      lines(),
    );
  } finally {
    client.release();
  }
  return rows;
}
