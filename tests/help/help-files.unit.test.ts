import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { helpText } from '../../server/features/help/help-blocks.ts';
import { readHelpFiles } from '../../server/features/help/help-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'help-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('a missing folder and an empty one stop the start with a sentence', () => {
  expect(() => readHelpFiles(join(folder, 'gone'))).toThrow(/^The help pages are missing: no folder .*gone\.$/);
  expect(() => readHelpFiles(folder)).toThrow(/^The help pages are missing: .* holds none\.$/);
});

test('a page without front matter is named', () => {
  write('plain.md', 'Just words.\n');
  expect(() => readHelpFiles(folder)).toThrow('plain.md has no front matter.');
});

test('a page with a line too many, or a feature that is none, is named', () => {
  write('odd.md', '---\ntitle: Odd\nfeature: nonsense\n---\nWords.\n');
  expect(() => readHelpFiles(folder)).toThrow('The front matter of odd.md is not right.');
});

test('text becomes headings, steps, tables and spans; a comment under a heading is its words', () => {
  const text =
    '# A b?\n\n<!-- also, so -->\n\nSee **Save** and [it](/x#y) `k`.\n\n1. One\n2. Two\n\n| A | B |\n|---|---|\n| c | d |\n\n```\nlet a;\n```\n\n# A b?\n';
  const { blocks, words } = helpText(text);
  expect(blocks).toEqual([
    { kind: 'heading', level: 1, id: 'a-b', text: 'A b?' },
    {
      kind: 'text',
      spans: [
        { text: 'See ' },
        { text: 'Save', strong: true },
        { text: ' and ' },
        { text: 'it', href: '/x#y' },
        { text: ' ' },
        { text: 'k', code: true },
        { text: '.' },
      ],
    },
    { kind: 'steps', ordered: true, items: [[{ text: 'One' }], [{ text: 'Two' }]] },
    { kind: 'table', head: [[{ text: 'A' }], [{ text: 'B' }]], rows: [[[{ text: 'c' }], [{ text: 'd' }]]] },
    { kind: 'code', text: 'let a;' },
    { kind: 'heading', level: 1, id: 'a-b-2', text: 'A b?' },
  ]);
  expect([...words]).toEqual([['a-b', 'also, so']]);
});

test.each(['![x](y)', '<b>x</b>', '> quoted', '1. One\n   - inner\n'])('%j is refused', (text) => {
  expect(() => helpText(text)).toThrow(/help page/);
});
