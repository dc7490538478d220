import { describe, expect, test } from 'vitest';
import type { FixReply } from '../../src/machines/imports/import-context.ts';
import { heard, openAt } from './import-actor.ts';
import { attempt } from './import-fixtures.ts';

describe('corrected rows', () => {
  const fix = (row_number: number, text: string) =>
    ({ type: 'import.fixRow', row: { row_number, cells: { '1': text } } }) as const;
  const saved = (row_number: number, text: string, version = 8): FixReply => ({
    rows: [
      {
        row_number,
        reason: 'phone_unreadable',
        field: 'phone',
        message: '',
        cells: ['Ana', 'x'],
        fix: { '1': text },
        is_good: true,
        unread: [],
      },
    ],
    import: attempt({ status: 'checked', version }),
  });

  test('go to the server immediately, and are shown as it responds', async () => {
    const { actor, fixes } = await openAt({ status: 'checked' });
    actor.send(fix(8, '956-555-0181'));
    fixes[0]?.resolve(saved(8, '956-555-0181'));
    await heard();

    const { unsaved, fixed, attempt: known } = actor.getSnapshot().context;
    expect([fixes.map(({ rows }) => rows), unsaved, fixed[8]?.is_good, known?.version]).toEqual([
      [[{ row_number: 8, cells: { '1': '956-555-0181' } }]],
      {},
      true,
      8,
    ]);
  });

  test('wait for the request under way and go together then', async () => {
    const { actor, fixes } = await openAt({ status: 'checked' });
    actor.send(fix(8, 'a'));
    actor.send(fix(9, 'b'));
    actor.send(fix(10, 'c'));
    fixes[0]?.resolve(saved(8, 'a'));
    await heard();

    expect(fixes.map(({ rows }) => rows.map(({ row_number }) => row_number))).toEqual([[8], [9, 10]]);
  });

  test('that change while they are on their way go once more', async () => {
    const { actor, fixes } = await openAt({ status: 'checked' });
    actor.send(fix(8, 'a'));
    actor.send(fix(8, 'b'));
    fixes[0]?.resolve(saved(8, 'a'));
    await heard();

    expect(fixes.map(({ rows }) => rows[0]?.cells['1'])).toEqual(['a', 'b']);
  });

  test('stay here when the server cannot be reached, and hold the start back', async () => {
    const { actor, fixes } = await openAt({ status: 'checked' });
    actor.send(fix(8, 'a'));
    fixes[0]?.reject({ kind: 'offline', message: 'x' });
    await heard();
    const held = [actor.getSnapshot().hasTag('unsaved'), actor.getSnapshot().can({ type: 'import.start' })];
    actor.send({ type: 'import.saveFixes' });
    fixes[1]?.resolve(saved(8, 'a'));
    await heard();

    expect([held, actor.getSnapshot().can({ type: 'import.start' })]).toEqual([[true, false], true]);
  });

  test('are not taken while the import runs', async () => {
    const { actor, fixes } = await openAt({ status: 'processing' });
    actor.send(fix(8, 'a'));

    expect([fixes, actor.getSnapshot().context.unsaved]).toEqual([[], {}]);
  });
});
