import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Origin, readOrigin } from './manifest.ts';

/** Numbers of days, weeks and months that keep their newest backup. Source: promise P27. */
export const KEPT = { days: 7, weeks: 4, months: 12 } as const;

export interface Kept {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const NAME = /^bellwether-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z$/;

/** `bellwether-2026-11-21T06-54-30Z`. */
export const nameFor = (at: Date): string => `bellwether-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Start of a backup, from its folder's name. `null`: not one of ours. */
export function instantOf(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

/** Whole backups in a folder, newest first. */
export const backupsIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => NAME.test(name) && existsSync(join(folder, name, 'manifest.json')))
    .toSorted()
    .toReversed();

const DAY_MS = 24 * 3_600_000;

/** Weeks begin on Monday; day 0 of the epoch is a Thursday. */
const weekOf = (at: Date): string => String(Math.floor((at.getTime() / DAY_MS + 3) / 7));

/** Names to delete: all but the newest of the latest days, weeks and months that have one. */
export function namesToDrop(names: readonly string[], { days, weeks, months }: Kept = KEPT): string[] {
  const newest = names
    .filter((name) => instantOf(name) !== null)
    .toSorted()
    .toReversed();
  const kept = new Set<string>();
  const keep = (count: number, periodOf: (at: Date) => string) => {
    const seen = new Set<string>();
    for (const name of newest) {
      const period = periodOf(instantOf(name) ?? new Date(0));
      if (seen.has(period) || seen.size >= count) continue;
      seen.add(period);
      kept.add(name);
    }
  };
  keep(days, (at) => at.toISOString().slice(0, 10));
  keep(weeks, weekOf);
  keep(months, (at) => at.toISOString().slice(0, 7));
  return newest.filter((name) => !kept.has(name));
}

/** Deletes the backups of one installation that are not kept; answers their names. */
export function rotate(folder: string, { source, installation }: Origin, kept: Kept): string[] {
  const own = backupsIn(folder).filter((name) => {
    const origin = readOrigin(join(folder, name));
    return origin?.installation === installation && origin.source === source;
  });
  const dropped = namesToDrop(own, kept);
  for (const name of dropped) rmSync(join(folder, name), { recursive: true, force: true });
  return dropped;
}
