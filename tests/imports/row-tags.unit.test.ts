import { describe, expect, test } from 'vitest';
import { suggestMapping } from '#rules/imports/column-mapping.ts';
import { normaliseRow } from '../../server/features/imports/cells/normalise-row.ts';
import { tagsOfCell } from '../../server/features/imports/cells/read-tags.ts';

describe('a cell of tags', () => {
  test.each([
    ['VIP; T65', ['VIP', 'T65']],
    ['VIP, T65|Spanish', ['VIP', 'T65', 'Spanish']],
    ['VIP ::: T65', ['VIP', 'T65']],
    ['VIP;;vip; ', ['VIP']],
    ['Turning  65\nVIP', ['Turning 65', 'VIP']],
  ])('is split at its separators, each name once: %j', (cell, names) => {
    expect(tagsOfCell(cell)).toEqual(names);
  });

  test('keeps a name with a separator together where the account has that tag', () => {
    const known = new Map([['austin, tx', 1]]);

    expect(tagsOfCell('VIP, austin, TX, Waco, TX', known)).toEqual(['VIP', 'austin, TX', 'Waco', 'TX']);
  });
});

const read = (tags: string) =>
  normaliseRow(['Ana', tags], false, {
    width: 2,
    fields: [
      { index: 0, field: 'first_name' },
      { index: 1, field: 'tags' },
    ],
    today: '2026-11-21',
  });

test('a name that is too long for a tag leaves the cell unread, never the person out', () => {
  const message = `Tag "${'x'.repeat(60)}…" has 61 characters. The limit is 60.`;

  expect(read(`VIP; ${'x'.repeat(61)}`)).toMatchObject({
    kind: 'good',
    values: { first_name: 'Ana', tags: null },
    unread: [{ index: 1, field: 'tags', reason: 'text_too_long', message }],
  });
  expect(read('n/a')).toMatchObject({ kind: 'good', values: { tags: null }, unread: [] });
});

test('more names than a contact can have tags leave the cell unread', () => {
  const tags = Array.from({ length: 51 }, (_, index) => `T${index}`);

  expect(read(tags.join(';'))).toMatchObject({
    kind: 'good',
    values: { first_name: 'Ana', tags: null },
    unread: [{ index: 1, field: 'tags', reason: 'text_too_long', message: 'The cell has 51 tags. The limit is 50.' }],
  });
  expect(read(tags.slice(1).join(';'))).toMatchObject({ values: { tags: tags.slice(1).join('\n') }, unread: [] });
});

const suggestion = (header: string, ...samples: string[]) =>
  suggestMapping([
    { header: 'Name', samples: ['Ana Ruiz'] },
    { header, samples },
  ])[1]?.field;

describe('a column of tags', () => {
  test.each(['Tags', 'Tag', 'Person - Labels', 'Contact Tags', 'Schlagwörter', 'Etiquetas', 'Étiquettes'])(
    'is known by its header: %s',
    (header) => {
      expect(suggestion(header, 'VIP, T65')).toBe('tags');
    },
  );

  test('is none where the header is the German day, or names another thing', () => {
    expect(suggestion('Tag', '1', '14')).toBeNull();
    expect(suggestion('Tag line', 'We care')).toBeNull();
  });
});
