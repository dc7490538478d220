import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { instantOf, nameFor, namesToDrop, rotate } from '../../server/operations/backup/rotation.ts';

const DAY_MS = 24 * 3_600_000;
const FIRST = Date.parse('2025-01-01T02:00:00Z');
const daily = (days: number) => Array.from({ length: days }, (_, day) => nameFor(new Date(FIRST + day * DAY_MS)));

test('a backup is named after the moment at which it was begun', () => {
  const name = nameFor(new Date('2026-11-21T06:54:30.123Z'));

  expect(name).toBe('bellwether-2026-11-21T06-54-30Z');
  expect(instantOf(name)).toEqual(new Date('2026-11-21T06:54:30Z'));
  expect(instantOf('bellwether-2026-11-21T06-54-30Z.partial')).toBe(null);
});

test('of two years 7 days, 4 weeks and 12 months stay', () => {
  const names = daily(731);
  const dropped = new Set(namesToDrop(names));
  const kept = names.filter((name) => !dropped.has(name)).map((name) => name.slice(11, 21));

  expect(kept.join(' ')).toBe(
    '2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31 2026-11-30 ' +
      '2026-12-13 2026-12-20 2026-12-26 2026-12-27 2026-12-28 2026-12-29 2026-12-30 2026-12-31 2027-01-01',
  );
});

test('of several on one day the newest stays, and other folders are skipped', () => {
  const names = ['bellwether-2026-01-01T02-00-00Z', 'bellwether-2026-01-01T08-00-00Z', 'notes'];

  expect(namesToDrop(names, { days: 7, weeks: 0, months: 0 })).toEqual(['bellwether-2026-01-01T02-00-00Z']);
});

test('the newest of every period stays, however many periods have none', () => {
  const names = ['bellwether-2020-01-01T02-00-00Z', 'bellwether-2026-01-01T02-00-00Z'];

  expect(namesToDrop(names)).toEqual([]);
});

test('in a folder of several installations only the own ones are deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-rotation-'));
  const own = { source: 'db/crm', installation: 'one' };
  const origins = [own, own, { ...own, installation: 'two' }, { ...own, source: 'db/other' }];
  for (const [day, manifest] of origins.entries()) {
    const path = join(folder, nameFor(new Date(FIRST + day * DAY_MS)));
    mkdirSync(path);
    writeFileSync(join(path, 'manifest.json'), JSON.stringify({ proof: '', manifest }));
  }

  const dropped = rotate(folder, own, { days: 1, weeks: 0, months: 0 });
  const left = readdirSync(folder);

  rmSync(folder, { recursive: true });
  expect(dropped).toEqual(['bellwether-2025-01-01T02-00-00Z']);
  expect(left).toHaveLength(3);
});
