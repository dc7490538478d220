import { describe, expect, test } from 'vitest';
import type { Book } from '../../server/features/imports/plan/book.ts';
import { ImportPlan } from '../../server/features/imports/plan/import-plan.ts';
import { PlannedHand } from '../../server/features/imports/plan/planned-hand.ts';
import type { RunFrame } from '../../server/features/imports/rows/chunk-plan.ts';
import type { PreparedRow } from '../../server/features/imports/rows/prepare-rows.ts';

const frame = { importId: 1, corrects: { importId: 2, index: 0, headerRow: 1 } } as unknown as RunFrame;
const noBook = {} as Book;
const goodRows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'good', row: from + index }) as PreparedRow);

describe('the plan of a file of corrections', () => {
  test('decides on 100,000 rows together', async () => {
    const plan = new ImportPlan(frame, noBook);
    expect(await plan.add(goodRows(1, 100_000))).toEqual([]);
    expect([plan.isPlanned, [...plan.groups()].map(({ rows }) => rows.size)]).toEqual([true, [100_000]]);
  });

  test('is given up above that, keeps no further row, and counts each row once', async () => {
    const plan = new ImportPlan(frame, noBook);
    const chunks = [goodRows(1, 100_000), goodRows(100_001, 500), goodRows(100_501, 500)];
    const counted: number[] = [];
    for (const chunk of chunks) counted.push(...(await plan.add(chunk)).map(({ row }) => row.row));
    expect([plan.isPlanned, counted.length]).toEqual([false, 500]);
    for (const { rows, decide } of plan.groups()) {
      expect(rows.size).toBe(100_500);
      for (const chunk of chunks) counted.push(...(await decide(chunk)).map(({ row }) => row.row));
    }
    expect([counted.length, new Set(counted).size]).toEqual([101_000, 101_000]);
  });
});

test('notes that earlier chunks will write are known, beside those of the database', async () => {
  const hand = new PlannedHand(frame, { noteBodies: async () => new Set(['7|Stored']) } as unknown as Book);
  const update = {
    row: { row: 1 },
    known: { id: 7, tag_ids: [] },
    values: {},
    tagIds: [],
    medicare: {},
    policies: { added: [], fills: [], after: [] },
    captured: null,
  };
  await hand.write({ updates: [{ ...update, note: 'Called' }], others: [] } as unknown as Parameters<
    PlannedHand['write']
  >[0]);
  const noted = await hand.book.noteBodies([7]);
  expect(['7|Called', '7|Stored', '8|Called', '7|Other'].filter((note) => noted.has(note))).toEqual([
    '7|Called',
    '7|Stored',
  ]);
});
