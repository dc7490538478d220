import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Which tests could notice a change of a file. */
export interface Related {
  /** Without a database: machines, rules, streams, models and components. */
  readonly pure: readonly string[];
  /** With one. */
  readonly server: readonly string[];
}

const PURE = /\.(machine|stream|rules|contract|unit|model)\.test\.ts$|\.test\.tsx$/u;
const SERVER = /\.(server|pg)\.test\.ts$/u;
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+|#[^']+)'/gu;
const ALIASES: readonly (readonly [string, string])[] = [
  ['#contract/', 'src/api/contract/'],
  ['#rules/', 'src/rules/'],
  ['#brands/', 'src/brands/'],
];
/** Imports between a test and a file of another feature within which it still speaks of that file. */
const NEAR = 2;
/** Test files that are tried for one change, the nearest first. Source: the report names it. */
const MOST = { pure: 40, server: 12 } as const;

/** Reads who imports whom once, and answers for one file after the other. */
export function relations(root: string, files: readonly string[]): (file: string) => Related {
  const importers = new Map<string, string[]>();
  for (const file of files.filter((one) => /\.tsx?$/u.test(one)))
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const target = targetOf(file, path);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  return (file) => {
    const far = distancesTo(file, importers);
    const of = (pattern: RegExp) =>
      files
        .filter((test) => pattern.test(test) && far.has(test))
        .filter((test) => featureOf(test) === featureOf(file) || (far.get(test) ?? Infinity) <= NEAR)
        .toSorted((one, other) => (far.get(one) ?? 0) - (far.get(other) ?? 0));
    return { pure: of(PURE).slice(0, MOST.pure), server: of(SERVER).slice(0, MOST.server) };
  };
}

function targetOf(file: string, path: string): string {
  const alias = ALIASES.find(([name]) => path.startsWith(name));
  return alias === undefined ? normalize(join(dirname(file), path)) : alias[1] + path.slice(alias[0].length);
}

/** Number of imports between this file and each file that uses it. */
function distancesTo(file: string, importers: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const far = new Map([[file, 0]]);
  for (const [one, distance] of far)
    for (const importer of importers.get(one) ?? []) if (!far.has(importer)) far.set(importer, distance + 1);
  return far;
}

/** The folder of a feature: `phone` of src/machines/phone/…, server/features/phone/… and tests/phone/…; plumbing has a `_`. */
export function featureOf(file: string): string {
  const parts = file.split('/');
  const at = ['src/api/contract', 'server/features'].some((room) => file.startsWith(`${room}/`))
    ? parts[parts[0] === 'src' ? 3 : 2]
    : parts[parts[0] === 'src' ? 2 : 1];
  return (at ?? '').replace(/^_/u, '').split('.')[0] ?? '';
}
