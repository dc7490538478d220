import type { Choice } from './vocabulary.ts';
import { fold } from '../answer/said-words.ts';

/** A name of files, with all imports of it: the same file may have been imported again. */
export interface NamedFile {
  readonly name: string;
  readonly ids: readonly string[];
}

const ENDING = /\.(?:csv|tsv|txt|xlsx?|xlsm|ods|vcf|gz|zip|pdf|docx?|json)$/i;

const wordsOfName = (name: string): string[] =>
  fold(name.replace(ENDING, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const isAmong = (said: string, words: readonly string[]): boolean =>
  words.some((word) => word === said || word === `${said}s` || `${word}s` === said);

/** The words of the names of one vocabulary, taken apart once. */
const apart = new WeakMap<
  readonly Choice[],
  readonly { readonly file: NamedFile; readonly words: readonly string[] }[]
>();

function namesOf(imports: readonly Choice[]) {
  const known = apart.get(imports);
  if (known !== undefined) return known;
  const names = [...Map.groupBy(imports, ({ name }) => name)].map(([name, same]) => ({
    file: { name, ids: same.map(({ id }) => id) },
    words: wordsOfName(name),
  }));
  apart.set(imports, names);
  return names;
}

/** Files that a name means: the one called exactly so, or else all whose name has each of its words. */
export function filesCalled(imports: readonly Choice[], name: string): readonly NamedFile[] {
  const said = wordsOfName(name);
  if (said.length === 0) return [];
  const names = namesOf(imports);
  const exact = names.filter(({ file, words }) => file.name === name || words.join(' ') === said.join(' '));
  const found = exact.length > 0 ? exact : names.filter(({ words }) => said.every((word) => isAmong(word, words)));
  const same = found.filter(({ file }) => file.name === name);
  return (same.length > 0 ? same : found).map(({ file }) => file);
}

/** True when the name is all of a file's name, with or without its ending. */
export const isWholeName = (file: NamedFile, name: string): boolean =>
  file.name === name || wordsOfName(file.name).join(' ') === wordsOfName(name).join(' ');
