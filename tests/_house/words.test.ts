import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/**
 * Phrases that break the voice of the product. Users see these texts: the views, what machines and rules say, the
 * validation messages and summaries of the contract, the server's refusals, and the help pages.
 */
const BANNED =
  /\b(anew|meanwhile|lately|all the same|of yours|whoever|whomever|for whom|nobody|somebody|everybody|anybody)\b|\b(stands? (?:here|there|below|beside|above|under)|goes on\b|hangs? on|(?:taken|take|takes|took) back|(?:written|write|wrote) down|left alone|put back|given back|passed on)\b|\bcould not be\b|\bcannot\b|\bThere is no(?:thing|body)?\b|\bat once\b|\b(?:favourite|colour|licence|cancelled|cancelling|dialled)s?\b|\d %|\bIt is (?:tried|kept|being|not)\b/iu;

/** Not language of the product: what users type to MAX, words of other formats, and rules that read them. */
const READ_FROM_USERS =
  /^(?:server\/features\/chat\/|src\/rules\/(?:chat|contacts\/nicknames|places|imports\/column))/u;

/** Spec texts, values of the contract and names of state, exactly as they are. */
const ALLOWED: readonly RegExp[] = [
  // Values and fields of the API: `put_back`, `cancelled`, `left_alone`.
  /^#?[a-z_.]+$/u,
  // Faults for developers, never shown.
  /^a second step that nobody owes$|^ENOENT: /u,
];

interface Found {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const tracked = (...folders: readonly string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/u.test(file) && !READ_FROM_USERS.test(file));

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length;

/** String literals, templates and JSX text of a file with their lines; types and imports are left out. */
function textsOf(file: string): readonly Found[] {
  const source = readFileSync(file, 'utf8');
  const found: Found[] = [];
  const take = (node: Node, text: string) => {
    const trimmed = text.replaceAll(/\s+/gu, ' ').trim();
    if (trimmed !== '') found.push({ file, line: lineAt(source, node.start), text: trimmed });
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (/^(Import|ExportAll)Declaration$|^TSLiteralType$/u.test(node.type)) return;
    if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string')) {
      take(node, String(node['value']));
      return;
    }
    if (node.type === 'TemplateElement') take(node, (node['value'] as { cooked: string | null }).cooked ?? '');
    for (const [key, child] of Object.entries(node)) if (key !== 'type') walk(child);
  };
  walk(parseSync(file, source).program);
  return found;
}

const breaks = ({ text }: Found) => BANNED.test(text) && !ALLOWED.some((allowed) => allowed.test(text));
const told = ({ file, line, text }: Found) => `${file}:${line} ${text.slice(0, 100)}`;

test('every text of the views, the machines, the rules and the brands speaks plain American English', () => {
  const texts = tracked(
    'src/views',
    'src/machines',
    'src/rules',
    'src/brands',
    'src/actors',
    'src/api/contract',
  ).flatMap(textsOf);
  expect(texts.length).toBeGreaterThan(3_000);
  expect(texts.filter(breaks).map(told)).toEqual([]);
});

/** A sentence to users: it begins with a capital letter or a value and is no statement of SQL. */
const isSentence = ({ text }: Found) =>
  /^["“(]?[A-Z$]/u.test(text) && / /u.test(text) && !/\b(select|insert|update|where|from) \w/u.test(text);

test('every sentence that the server sends to users does too', () => {
  const texts = tracked('server/features', 'server/http', 'server/adapters', 'server/identity.ts')
    .flatMap(textsOf)
    .filter(isSentence);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(breaks).map(told)).toEqual([]);
});

/** Faults for developers, never shown. */
const FAULTS = /^(?:port not provided|working without|signing in by|returning from)/u;

test('machines keep reasons, and the words for them are in the views', () => {
  const texts = tracked('src/machines').flatMap(textsOf);
  expect(texts.length).toBeGreaterThan(1_000);
  const isText = ({ text }: Found) =>
    !FAULTS.test(text) && (/^["“(]?[A-Z][a-z]/u.test(text) || /[a-z] [^ ].*[.!?]$/u.test(text));
  expect(texts.filter(isText).map(told)).toEqual([]);
});

/** The search finds pages by what people type: their words stand in front matter and comments. */
const HELP_WORDS = /^(?:words|related): .*$|<!--.*?-->|\]\([^)]*\)|^#+ .*$|^title: .*$|`[^`]*`/gmu;

const linesOf = (file: string, ignored: RegExp): readonly Found[] =>
  readFileSync(file, 'utf8')
    .replaceAll(ignored, '')
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }));

const pagesIn = (...patterns: readonly string[]) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n');

test('every help page does too', () => {
  const pages = pagesIn('docs/help/*.md');
  expect(pages.length).toBeGreaterThan(20);
  expect(
    pages
      .flatMap((file) => linesOf(file, HELP_WORDS))
      .filter(breaks)
      .map(told),
  ).toEqual([]);
});

test('every guide and decision does too', () => {
  const pages = pagesIn('*.md', ':!docs/help', ':!docs/spec', ':!docs/reports');
  expect(pages.length).toBeGreaterThan(80);
  expect(
    pages
      .flatMap((file) => linesOf(file, /`[^`\n]*`/gu))
      .filter(breaks)
      .map(told),
  ).toEqual([]);
});

/** Phrases that mark a comment as translated. Comments may quote values such as `cancelled` or `dialled`. */
const BANNED_IN_COMMENTS =
  /\b(anew|meanwhile|lately|all the same|of yours|whoever|whomever|for whom|nobody|somebody|everybody|anybody|cannot)\b|\b(stands? (?:here|there|below|beside|above|under)|goes on\b|hangs? on|(?:taken|take|takes|took) back|(?:written|write|wrote) down|left alone|put back|given back|passed on)\b|\bat once\b|\b(?:favourite|colour|licence)s?\b|\d %|^[*\s]*(?:Who|Whose|Whether) /iu;

/** Parts with other reviewers. */
const OTHER_COMMENTS = /^src\/(?:machines\/(?:phone|chat|exports|files|imports|session)|views\/(?:phone|contacts))\//u;

const commentsOf = (file: string): readonly Found[] => {
  const source = readFileSync(file, 'utf8');
  return parseSync(file, source).comments.map(({ value, start }) => ({
    file,
    line: lineAt(source, start),
    text: value.replaceAll(/`[^`]*`/gu, '').replaceAll(/\s*\n\s*(?:\*\s?)?/gu, ' '),
  }));
};

test('every comment does too', () => {
  const comments = tracked('src', 'server', 'bin', 'bench', 'model-tests')
    .filter((file) => !OTHER_COMMENTS.test(file))
    .flatMap(commentsOf);
  expect(comments.length).toBeGreaterThan(5_000);
  expect(comments.filter(({ text }) => BANNED_IN_COMMENTS.test(text)).map(told)).toEqual([]);
});
