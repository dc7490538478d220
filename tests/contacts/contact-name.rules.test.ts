import { expect, test } from 'vitest';
import { acceptsInName, cleanLine, cleanText, contactName, oddCharactersIn } from '#rules/contacts/contact-name.ts';

test.each(['a', 'É', 'ñ', '字', ' ', '-', "'", '’', '.'])('a name field takes %o', (character) => {
  expect(acceptsInName(character)).toBe(true);
});

test.each(['#', '/', '1', '@', '<', ''])('a name field refuses %o', (character) => {
  expect(acceptsInName(character)).toBe(false);
});

test('a brand adds its own characters', () => {
  expect([acceptsInName('#', '#/'), acceptsInName('@', '#/')]).toEqual([true, false]);
});

test('odd characters are named once each', () => {
  expect(oddCharactersIn('A#n@a#', '')).toEqual(['#', '@']);
  expect(oddCharactersIn("Ana María O'Brien")).toEqual([]);
});

test('a line has no breaks, controls or half characters', () => {
  expect(cleanLine(' a\u0000b\r\nc\u2028d \t e\ud800 ')).toBe('a b c d e\ufffd');
});

test('a text keeps its lines and tabs', () => {
  expect(cleanText(' a\r\nb\rc\td\u0000e\u0007 ')).toBe('a\nb\nc\tde');
});

test('a contact is called by the names there are', () => {
  expect(contactName({ first_name: '', last_name: 'Kim' })).toBe('Kim');
});
