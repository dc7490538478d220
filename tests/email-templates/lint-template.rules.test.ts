import { describe, expect, test } from 'vitest';
import { MERGE_FIELDS, mergeMark } from '#rules/contacts/merge-fields.ts';
import { lintTemplate, MAX_TEXT, saysHowToStop, type Template } from '#rules/messages/lint-template.ts';

const STOP = ' Reply STOP to opt out.';
const email = (more: Partial<Template>): Template => ({
  channel: 'email',
  subject: 'Your review',
  body: 'Hello {{ first_name }}, your review is due.',
  format: 'text',
  ...more,
});
const text = (body: string): Template => ({ channel: 'text', subject: '', body, format: 'text' });
const notesOf = (template: Template) =>
  lintTemplate(template).map(({ field, severity, message }) => `${severity} ${field}: ${message}`);
const inBody = (body: string, more: Partial<Template> = {}) => notesOf(email({ body, ...more }));

describe('merge fields', () => {
  test('that are known are fine, with filters and in conditions', () => {
    const all = MERGE_FIELDS.map(({ name }) => mergeMark(name)).join(' ');
    expect(inBody(`${all} {{first_name}} {{- city -}} {{ company | default: "friend" }}`)).toEqual([]);
    expect(inBody('{% if company != "" %}{{ company }}{% endif %}')).toEqual([]);
  });

  test.each([
    ['Dear {{ frist_name }}', 'Line 1: unknown merge field “frist_name”. Did you mean {{ first_name }}?'],
    ['a\nb {{ first name }}', "Line 2: “{{ first name }}” isn't a merge field. Did you mean {{ first_name }}?"],
    ['{{ zodiac }}', 'Line 1: unknown merge field “zodiac”.'],
    ['{{ }}', "Line 1: “{{ }}” isn't a merge field."],
    ['Dear {{ first_name,', "Line 1: a merge field isn't closed with }}."],
    ['Dear first_name }}', 'Line 1: }} has no {{ before it.'],
    ['Dear [First_Name]', "Line 1: “[First_Name]” isn't filled in. Write {{ first_name }}."],
    ['Dear {first_name}', "Line 1: “{first_name}” isn't filled in. Write {{ first_name }}."],
    ['Dear %city%', "Line 1: “%city%” isn't filled in. Write {{ city }}."],
  ])('%j', (body, message) => expect(inBody(body)).toEqual([`error body: ${message}`]));

  test('brackets and percent signs that are none stay', () =>
    expect(inBody('See [1] or {a}: 5% more, 10% less.')).toEqual([]));

  test('are checked in the subject, too', () =>
    expect(notesOf(email({ subject: 'For {{ name }}' }))).toEqual([
      'error subject: Line 1: unknown merge field “name”.',
    ]));
});

describe('links', () => {
  test.each([
    'https://example.com',
    'See https://example.com/a?b=c#d.',
    '(https://sub.example.co.uk/path)',
    'mail ana@example.com',
    'https://example.com/{{ city }}',
  ])('%j is fine', (body) => expect(inBody(body)).toEqual([]));

  test.each([
    ['x\nhttp:/example.com', 'Line 2: the link “http:/example.com” is broken. Start it with https:// and a full host.'],
    ['https://example', 'Line 1: the link “https://example” is broken. Start it with https:// and a full host.'],
    ['htp://example.com', 'Line 1: the link “htp://example.com” is broken. Start it with https:// and a full host.'],
  ])('%j is broken', (body, message) => expect(inBody(body)).toEqual([`error body: ${message}`]));

  test('in HTML are looked at by their address', () => {
    const html = (href: string) => inBody(`<a href="${href}">here</a>`, { format: 'html' });
    expect([html('https://example.com'), html('mailto:ana@example.com'), html('tel:+15125550142')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(html('')).toEqual(['error body: Line 1: a link has no address.']);
    expect(html('javascript:alert(1)')).toEqual([
      'error body: Line 1: the link “javascript:alert(1)” is broken. Start it with https:// and a full host.',
    ]);
  });

  test('without encryption, without a scheme, and of a shortener are warned about', () => {
    expect(inBody('http://example.com')).toEqual([
      "warning body: Line 1: “http://example.com” isn't encrypted. Use https:// if the site has it.",
    ]);
    expect(inBody('www.example.com')).toEqual([
      'warning body: Line 1: write “www.example.com” with https:// to make it a link everywhere.',
    ]);
    expect(notesOf(text(`https://bit.ly/x${STOP}`))).toEqual([
      'warning body: Line 1: carriers filter short links of bit.ly. Use the full address.',
    ]);
    expect(inBody('https://bit.ly/x')).toEqual([]);
  });
});

describe('a text message', () => {
  test('says how to stop, in any common form', () => {
    const said = ['Reply STOP to opt out', 'Text stop to end', 'STOP=end', 'stop to unsubscribe', 'Send QUIT'];
    expect(said.map(saysHowToStop)).toEqual(said.map(() => true));
    expect(["Don't stop reading", 'The bus stop', 'Reply with your ZIP code. We stop by.'].map(saysHowToStop)).toEqual([
      false,
      false,
      false,
    ]);
    expect(notesOf(text('Hello'))).toEqual(['warning body: No opt-out wording. Add “Reply STOP to opt out.”']);
    expect(notesOf(text(''))).toEqual([]);
  });

  test('of 320 characters is fine, longer ones cost more, and over the limit none leaves', () => {
    const ofLength = (length: number) => notesOf(text('x'.repeat(length - STOP.length) + STOP));
    expect(ofLength(320)).toEqual([]);
    expect(ofLength(321)).toEqual([
      'warning body: Long text messages cost more and get filtered. Aim for 320 characters or fewer; this one has 321.',
    ]);
    expect(ofLength(MAX_TEXT + 1)).toEqual([
      'error body: A text message can have at most 1,600 characters. This one has 1,601.',
    ]);
  });
});

test('images need alt text and an address that is encrypted', () => {
  const image = (attributes: string) => inBody(`x\n<img ${attributes}>`, { format: 'html' });
  const src = 'src="https://example.com/a.png"';
  expect([image(`${src} alt="Our office"`), image(`${src} alt=Office`)]).toEqual([[], []]);
  const unnamed = "warning body: Line 2: image 1 has no alt text. Describe it for readers who can't see it.";
  expect([image(src), image(`${src} alt=" "`)]).toEqual([[unnamed], [unnamed]]);
  expect(image('src="/a.png" alt="A"')).toEqual([
    'warning body: Line 2: image 1 is left out. Its address has to start with https://.',
  ]);
  expect(inBody('<img src=x>')).toEqual([]);
});

test('words that filters watch are named once', () => {
  expect(inBody('Act now! Risk-free. ACT NOW')).toEqual([
    'warning body: Spam filters watch for “act now”, “risk-free”.',
  ]);
  expect(notesOf(email({ subject: 'ACT TODAY FOR YOURSELF' }))).toEqual([
    'warning subject: Subjects in capital letters look like spam.',
  ]);
  expect(inBody('Great!!')).toEqual([
    'warning body: Spam filters watch for repeated exclamation points and dollar signs.',
  ]);
});

test('a subject that phones cut is warned about', () =>
  expect(notesOf(email({ subject: 'x'.repeat(61) }))).toEqual([
    'warning subject: Phones cut subjects after about 60 characters. This one has 61.',
  ]));

test('errors come first, and no more than anyone reads', () => {
  expect(inBody('Great!! {{ nope }}').map((note) => note.slice(0, 7))).toEqual(['error b', 'warning']);
  expect(inBody('{{ nope }}'.repeat(500))).toHaveLength(20);
});

test.each([
  '{{' + ' '.repeat(19_990),
  '{%'.repeat(9_990),
  '<a href='.repeat(2_400),
  `<a href=${'x'.repeat(19_990)}`,
  '<'.repeat(19_990),
  `<img alt="${'x'.repeat(19_980)}>`,
  'http://'.repeat(2_800),
  'reply '.repeat(3_300),
])('a hostile text of 20,000 characters ends, with no more notes than anyone reads (%#)', (body) => {
  expect(lintTemplate(email({ body, format: 'html' })).length).toBeLessThanOrEqual(20);
  expect(lintTemplate(text(body)).length).toBeLessThanOrEqual(20);
});
