import { expect, test } from 'vitest';
import { fillFields, hasFields } from '#rules/messages/fill-fields.ts';

test('fields are filled, and an empty one is named once', () => {
  const text = 'Hi {{ first_name }}, {{city}}? {{ city }} {{ nonsense }}';
  expect(fillFields(text, { first_name: 'Rosalind', city: ' ' })).toEqual({
    text: 'Hi Rosalind, ?  {{ nonsense }}',
    empty: ['City'],
    unknown: ['nonsense'],
  });
});

test('a value that looks like a field is not filled again', () => {
  expect(fillFields('{{ first_name }}', { first_name: '{{ city }}', city: 'Tampa' }).text).toBe('{{ city }}');
  expect(hasFields('Hi {{first_name}}')).toBe(true);
  expect(hasFields('Hi { first_name }')).toBe(false);
});
