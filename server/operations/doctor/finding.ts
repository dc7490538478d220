import type pg from 'pg';
import type { Config } from '../../config.ts';

/** `ok`: nothing to do; `warn`: works, but the operator should know; `fault`: does not work. */
export type Mark = 'ok' | 'warn' | 'fault';

export interface Finding {
  /** Subject of the check. */
  readonly check: string;
  readonly mark: Mark;
  /** Finding, and what to do about it. */
  readonly sentence: string;
}

/** Resources available to a check. */
export interface Scene {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settings that are sound; the others have their defaults. */
  readonly config: Config;
  /** Version of this checkout. */
  readonly version: string;
  /** True when external services may be called. */
  readonly online: boolean;
  /** Reads the database, as its owner. `null`: it does not answer, or it is stopped. */
  readonly ask: Pick<pg.Client, 'query'> | null;
  readonly now: Date;
}

export type Told = readonly [Mark, string];

export interface Check {
  readonly name: string;
  look(scene: Scene): Promise<readonly Told[]> | readonly Told[];
}

/** Milliseconds that a check may take. Ours: a person waits. */
const LIMIT_MS = 10_000;

/** Runs one check; whatever happens, it reports a sentence in time. */
export async function runCheck({ name, look }: Check, scene: Scene, limitMs: number = LIMIT_MS): Promise<Finding[]> {
  const late = Promise.withResolvers<readonly Told[]>();
  const timer = setTimeout(() => late.resolve([['fault', `No answer within ${limitMs / 1000} s.`]]), limitMs);
  const told = await Promise.race([Promise.resolve().then(() => look(scene)), late.promise])
    .catch((error: unknown): Told[] => [['fault', `Check failed: ${reasonOf(error)}.`]])
    .finally(() => clearTimeout(timer));
  return told.map(([mark, sentence]) => ({ check: name, mark, sentence }));
}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.replace(/\.$/, '') ?? '';

export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** `3 days`, `5 hours`, `40 s`. */
export function ageOf(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const;
  const [unit, size] = units.find(([, each]) => ms >= each) ?? ['s', 1_000];
  const count = Math.floor(ms / size);
  return unit === 's' ? `${count} s` : `${count} ${unit}${count === 1 ? '' : 's'}`;
}
