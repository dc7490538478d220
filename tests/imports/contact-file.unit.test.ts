import { expect, test } from 'vitest';
import { contactFile } from '../../server/features/demo/contact-file.ts';
import { type PreparedRow, prepareRows } from '../../server/features/imports/rows/prepare-rows.ts';

const text = (rows: number, seed: number) => [...contactFile({ rows, seed })].join('');

test('a generated file depends on its seed alone', () => {
  expect([text(500, 1) === text(500, 1), text(500, 1) === text(500, 2)]).toEqual([true, false]);
});

test('a generated file has something wrong in about two rows of a hundred, some doubles, and every row it promises', async () => {
  const fields = (
    ['first_name', 'last_name', 'phone', 'email', 'address', 'city', 'state', 'zip_code', 'dob', 'gender'] as const
  ).map((field, index) => ({ index, field }));
  const plan = { encoding: 'utf-8', delimiter: ',', headerRow: 1, width: 11, fields, today: '2026-11-21' } as const;
  async function* source() {
    yield Buffer.from(text(5_000, 1));
  }
  const rows: PreparedRow[] = [];
  for await (const chunk of prepareRows(source(), plan)) rows.push(...chunk);

  const share = (kind: string) => rows.filter((row) => row.kind === kind).length / rows.length;
  expect(rows).toHaveLength(5_000);
  const unread = rows.filter((row) => row.kind === 'good' && row.unread.length > 0).length / rows.length;
  expect([share('problem') > 0.005, unread > 0.005, Math.round((share('problem') + unread) * 100)]).toEqual([
    true,
    true,
    2,
  ]);
  expect(Math.round(share('skipped') * 100)).toBe(1);
});
