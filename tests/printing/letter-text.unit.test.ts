import { describe, expect, test } from 'vitest';
import type { MergeValues } from '#rules/contacts/merge-fields.ts';
import { readLetter } from '../../server/features/printing/letter-text.ts';

const VALUES: MergeValues = {
  first_name: 'José',
  last_name: 'Garza',
  full_name: 'José Garza',
  company: '',
  address: '12 Oak Street',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  phone: '',
  email: '{{ my_email }}',
  today: 'November 21, 2026',
  my_name: 'Dana Whitfield',
  my_phone: '1-512-555-0100',
  my_email: 'dana@example.com',
};

const letter = (body: string, sender = '') => readLetter({ sender, body });
const textOf = (body: string) => letter(body).textFor(VALUES).body;

describe('a letter', () => {
  test('shows fields, chooses between texts, and stays plain text', () => {
    expect(
      textOf(
        'Dear {{ first_name }},{% if company != "" %} of {{ company }}{% endif %} {{ company | default: "friend" }}',
      ),
    ).toBe('Dear José, friend');
    expect(textOf('<b>{{ first_name }}</b> & {{ email }}')).toBe('<b>José</b> & {{ my_email }}');
  });

  test('has a block of whoever writes, without empty lines and of six at most', () => {
    const { sender } = letter('x', '{{ my_name }}\n\n{{ company }}\n1\n2\n3\n4\n5\n6').textFor(VALUES);
    expect(sender).toEqual(['Dana Whitfield', '1', '2', '3', '4', '5']);
  });

  test.each([
    ['an unknown field', 'Dear {{ frist_name }}', 'Unknown field "frist_name".'],
    ['a field of a field', '{{ first_name.constructor }}', 'Unknown field "first_name.constructor".'],
    ['a way to the prototype', '{{ __proto__ }}', 'Unknown field "__proto__".'],
    ['a loop', 'a\nb\n{% for i in (1..1000000000) %}x{% endfor %}', 'Line 3: there is no "for" here.'],
    ['a variable', '{% assign x = 1 %}', 'Line 1: there is no "assign" here.'],
    ['another file', '{% include "/etc/passwd" %}', 'Line 1: there is no "include" here.'],
    ['another file, drawn', '{% render "x" %}', 'Line 1: there is no "render" here.'],
    ['a filter that is not there', '{{ first_name | replace: "J", "K" }}', 'Line 1: there is no filter "replace".'],
    ['something that is not closed', 'Dear {{ first_name', 'Line 1: output "{{ first_name" not closed.'],
  ])('names %s as a fault before it is printed', (_, body, message) => {
    const read = letter(body);
    expect(read.faults).toEqual([{ field: 'body', message }]);
    expect(() => read.textFor(VALUES)).toThrow(message);
  });

  test('ends when its text grows beyond all measure', () => {
    const much = `{{ address ${'| append: address | append: address '.repeat(300)} }}`;
    const values = { ...VALUES, address: 'x'.repeat(2_000) };
    expect(() => letter(much).textFor(values)).toThrow('The letter has an error.');
  });
});
