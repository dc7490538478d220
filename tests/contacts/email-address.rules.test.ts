import { expect, test } from 'vitest';
import { isEmailAddress } from '#rules/contacts/email-address.ts';

test.each(['a@b.co', "o'brien+crm@mail.example.com", 'josé@exámple.com', 'x@a-b.org', `${'a'.repeat(64)}@b.co`])(
  '%s is an e-mail address',
  (text) => {
    expect(isEmailAddress(text)).toBe(true);
  },
);

test.each([
  '',
  'a',
  '@b.co',
  'a@b',
  'a@.co',
  'a@b..co',
  'a@-b.co',
  'a@b.1',
  'a b@c.de',
  'a..b@c.de',
  'a@b@c.de',
  'a@b.co,c@d.ef',
  `${'a'.repeat(65)}@b.co`,
  `a@${'b.'.repeat(130)}co`,
])('%o is none', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
