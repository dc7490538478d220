import { expect, test } from 'vitest';
import { isReservedPageName } from '../../src/rules/access/page-name.ts';

test.each(['api', 'platform', 'www', 'app', 'admin', 'mail', 'smtp', 'login', 'cdn', 'staging'])(
  '%s is the product’s own',
  (name) => expect(isReservedPageName(name)).toBe(true),
);

test.each(['jane', 'jane-doe', 'apis', 'my-app', 'medicare-help'])('%s is free for an agent', (name) =>
  expect(isReservedPageName(name)).toBe(false),
);

test('the name of the brand is reserved', () => {
  expect(isReservedPageName('acme', ['acme'])).toBe(true);
  expect(isReservedPageName('acme')).toBe(false);
});

test('a label that browsers show in other letters is reserved', () => {
  expect(isReservedPageName('xn--80ak6aa92e')).toBe(true);
});
