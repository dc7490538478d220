import { expect, test } from 'vitest';
import { pageAddress } from '../../src/views/profile/page-address.ts';

test.each([
  ['https:', 'crm.example.com', 'https://jane.crm.example.com'],
  ['https:', 'www.example.com', 'https://jane.example.com'],
  ['http:', 'localhost:3000', 'http://jane.localhost:3000'],
  ['http:', '127.0.0.1:4100', 'http://jane.localhost:4100'],
  ['http:', '[::1]:4100', 'http://jane.localhost:4100'],
])('%s//%s has agents at %s', (protocol, host, address) => {
  expect(pageAddress('jane', { protocol, host })).toBe(address);
});
