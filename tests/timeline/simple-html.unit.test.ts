import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simpleHtml } from '../../server/features/timeline/simple-html.ts';

test.each([
  [
    '<p>Hi <b>Jane</b>,</p><p>see <i>both</i>.</p>',
    '<p>Hi <strong>Jane</strong>,</p><p>see <em>both</em>.</p>',
    'Hi Jane,\n\nsee both.',
  ],
  ['a<br>b<br/>c', 'a<br />b<br />c', 'a\nb\nc'],
  ['<ul><li>One<li>Two</ul>', '<ul><li>One</li><li>Two</li></ul>', 'One\nTwo'],
  [
    '<a href="https://x.test/?a=1&amp;b=2" onclick="x()">Plans</a>',
    '<a href="https://x.test/?a=1&amp;b=2">Plans</a>',
    'Plans',
  ],
  ['<a href="javascript:x()">Plans</a>', 'Plans', 'Plans'],
  ['<a href="&#106;avascript:x()">Plans</a>', 'Plans', 'Plans'],
  ["<a href='mailto:a@b.test\"'>x</a>", 'x', 'x'],
  ['<img src=x onerror=x()>Hi', 'Hi', 'Hi'],
  ['<script>x()</script>Hi<style>p{}</style>', 'Hi', 'Hi'],
  ['<scr<script></script>ipt>x', 'ipt&gt;x', 'ipt>x'],
  ['<!-- <b>no</b> -->yes', 'yes', 'yes'],
  ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2', '1 < 2 & 3 > 2'],
  ['&lt;b&gt;', '&lt;b&gt;', '<b>'],
  ['<b>open', '<strong>open</strong>', 'open'],
  ['</b>closed', 'closed', 'closed'],
])('%s', (written, html, text) => {
  expect(simpleHtml(written)).toEqual({ html, text });
});

const part = fc.oneof(
  fc.constantFrom(
    '<b>',
    '</b>',
    '<p class="x">',
    '</p>',
    '<a href="',
    '">',
    '<script>',
    '</script>',
    '<',
    '>',
    '"',
    "'",
    '&#60;',
    '<!--',
    '-->',
    '<svg onload=x()>',
    '&',
  ),
  fc.string({ maxLength: 5 }),
);

/** Everything that may stand in what is sent. */
const ALLOWED = /^(?:[^<>]|<\/?(?:strong|em|u|p|ul|ol|li)>|<br \/>|<a href="(?:https?:\/\/|mailto:)[^"<>]*">|<\/a>)*$/i;

test('nothing but the marks of a mail comes out, whatever is written', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      expect(simpleHtml(parts.join('')).html).toMatch(ALLOWED);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['marks that never close', '<a '.repeat(33_000)],
  ['white space without end', `a${' '.repeat(99_000)}b`],
  ['comments that never close', '<!--'.repeat(25_000)],
])('%s are read to their end', (_, written) => {
  expect(simpleHtml(written).html).not.toContain('<a');
});
