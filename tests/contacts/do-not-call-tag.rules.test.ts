import { expect, test } from 'vitest';
import { meansDoNotCall } from '#rules/contacts/do-not-call-tag.ts';

test.each(['dnc', 'DNC list', 'do not call', 'Do-Not-Call', "don't call", 'no calls', 'No more calls', 'stop calling'])(
  '%s means not to call',
  (tag) => {
    expect(meansDoNotCall(tag)).toBe(true);
  },
);

test.each(['hot', 'call back', 'called', 'no show', 'do not mail', 'never married', ''])('%s does not', (tag) => {
  expect(meansDoNotCall(tag)).toBe(false);
});
