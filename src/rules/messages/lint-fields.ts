import { MERGE_FIELDS, mergeMark } from '#rules/contacts/merge-fields.ts';
import { wordDistance } from '#rules/contacts/word-distance.ts';
import { lineAt } from './line-at.ts';

const NAMES = MERGE_FIELDS.map(({ name }) => name);
type Name = (typeof NAMES)[number];

const isName = (word: string): word is Name => NAMES.some((name) => name === word);

/** A field or a tag in its braces. */
const MARK = /\{\{(?<inner>[^{}]*)\}\}|\{%[^{}]*%\}/g;
/** What follows the name are filters. */
const NAME = /^[\w.]+(?=\s*(?:\||$))/;

/** Edits between a misspelling and the field that was meant, at most. */
const NEAR = 3;

/** Returns one message for each merge field that is unknown or malformed, with its line. */
export function misspelledFields(text: string): string[] {
  const found: { at: number; message: string }[] = [];
  const put = (at: number, message: string) => found.push({ at, message: `Line ${lineAt(text, at)}: ${message}` });
  for (const mark of text.matchAll(MARK)) {
    const inner = mark.groups?.['inner']?.replaceAll(/^-|-$/g, '').trim();
    if (inner === undefined) continue;
    const name = NAME.exec(inner)?.[0];
    if (name === undefined) put(mark.index, `“${mark[0]}” isn't a merge field.${suggestion(inner)}`);
    else if (!isName(name)) put(mark.index, `unknown merge field “${name}”.${suggestion(name)}`);
  }
  const rest = text.replaceAll(MARK, (mark) => ' '.repeat(mark.length));
  for (const brace of rest.matchAll(/\{\{|\}\}/g))
    put(brace.index, brace[0] === '{{' ? "a merge field isn't closed with }}." : '}} has no {{ before it.');
  for (const { index, 0: mark, groups } of rest.matchAll(/(?:\[\[?|\{|<<|%)\s*(?<name>\w+)\s*(?:\]\]?|\}|>>|%)/g)) {
    const name = (groups?.['name'] ?? '').toLowerCase();
    if (isName(name)) put(index, `“${mark}” isn't filled in. Write ${mergeMark(name)}.`);
  }
  return found.toSorted((a, b) => a.at - b.at).map(({ message }) => message);
}

function suggestion(written: string): string {
  const word = written
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const near = NAMES.map((name) => ({ name, by: wordDistance(word, name) })).toSorted((a, b) => a.by - b.by)[0];
  return near !== undefined && near.by <= NEAR && near.by < near.name.length / 2
    ? ` Did you mean ${mergeMark(near.name)}?`
    : '';
}
