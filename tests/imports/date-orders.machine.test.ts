import { expect, test } from 'vitest';
import type { DateColumn } from '#contract/imports/rows.contract.ts';
import { hasOpenDates } from '../../src/machines/imports/mapping.ts';
import { attempt } from './import-fixtures.ts';
import { heard, openAt } from './import-actor.ts';

const dates = (known_by: DateColumn['known_by']): DateColumn[] => [
  { index: 4, order: 'month_first', known_by, examples: [] },
];
const checked = (known_by: DateColumn['known_by']) =>
  ({ status: 'checked', check: { ...attempt().check!, dates: dates(known_by) } }) as const;

test('an order of dates is chosen before the import starts, and the file is checked again with it', async () => {
  const { actor, changes, stage } = await openAt(checked('unknown'));
  actor.send({ type: 'import.start' });
  await heard();

  expect([stage(), changes, hasOpenDates(actor.getSnapshot().context.attempt)]).toEqual(['checked', [], true]);

  actor.send({ type: 'import.setDateOrder', column: 4, order: 'day_first' });
  await heard();

  expect(changes[0]?.change).toMatchObject({ kind: 'check', form: { date_orders: { '4': 'day_first' } } });
});

test.each(['values', 'chosen'] as const)('an order known by %s keeps no import from starting', async (known_by) => {
  const { actor, changes } = await openAt(checked(known_by));
  actor.send({ type: 'import.start' });
  await heard();

  expect(changes[0]?.change).toEqual({ kind: 'start' });
});
