import { expect, test } from 'vitest';
import { CheckTally } from '../../server/features/imports/run/check-tally.ts';

const skipped = { kind: 'skipped', row: 2, message: '' } as const;
const ANA = ['Ana', '512-555-0142', '1EG4TE5MK73', 'Dallas'];

test('a check gives examples of headings and totals, never the cells of a person', () => {
  const tally = new CheckTally('2026-11-21', new Map());
  const shown = { name: 'Ana', phone: '5125550142' };
  for (const row of [
    { ...skipped, reason: 'contradicts_earlier_row', cells: ANA },
    { ...skipped, reason: 'already_there', shown, cells: ANA },
    { ...skipped, reason: 'heading_or_total', cells: ['Total', ' ', '2'] },
  ] as const) {
    tally.add({ kind: 'skipped', row });
  }

  const { by_reason } = tally.found(true);
  expect(by_reason.flatMap(({ examples = [] }) => examples)).toEqual([{ row_number: 2, text: 'Total 2' }]);
  expect(JSON.stringify(by_reason)).not.toMatch(/EG4|TE5|MK73/);
});
