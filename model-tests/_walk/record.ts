import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Folder for the records of walks. `undefined`: nothing is written. */
export const recordFolder = (): string | undefined => process.env['MODEL_RECORDS'];

/** One path that was walked, as the report shows it. */
export interface RecordedPath {
  /** The id of the machine that it goes through. */
  readonly machine: string;
  readonly model: string;
  readonly place: 'machine' | 'page';
  /** The first is how it begins, where the states are known. */
  readonly steps: readonly RecordedStep[];
  /** Why it fails, at its last step. `null`: it passes. */
  readonly failure: string | null;
  readonly ms: number;
}

export interface RecordedStep {
  readonly does: string;
  /** Visible result as text. `null` without a lookup by name. */
  readonly sees: string | null;
  /** Innermost states afterwards; empty if unknown. */
  readonly stands: readonly string[];
  /** States on the way, by id and name. */
  readonly states: readonly string[];
  readonly transitions: readonly string[];
  /** A file next to the records, or `null`. */
  readonly picture: string | null;
}

/** Record of one walk, or of one path through the page. */
export interface WalkRecord {
  /** The test that walked, from the root of the project. */
  readonly test: string;
  readonly paths: readonly RecordedPath[];
  /** Moves that were tried, each in one situation; the paths are chosen from them. 0: there was no choice. */
  readonly tried: number;
}

export function writeRecord(folder: string, paths: readonly RecordedPath[], tried = 0): void {
  const record: WalkRecord = { test: expect.getState().testPath ?? '', paths, tried };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(record));
}

/** Error without terminal colors. A cause is followed by its effect. */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause !== undefined ? `\n${failureText(error.cause)}` : '';
  // oxlint-disable-next-line no-control-regex -- color codes begin with the escape character
  return `${text}${cause}`.replaceAll(/\u001b\[\d+m/gu, '').trim();
}
