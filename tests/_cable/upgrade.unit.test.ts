import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isOwnOrigin } from '../../server/cable/upgrade.ts';

const asked = (host: string, origin: string | undefined, { secure = true, anyLocalPort = false } = {}) =>
  isOwnOrigin({ headers: { host, ...(origin === undefined ? {} : { origin }) } } as IncomingMessage, {
    secure,
    anyLocalPort,
  });

describe('a socket is opened for', () => {
  test.each([
    ['a page of this host', 'crm.test', 'https://crm.test'],
    ['a page of this host in capitals', 'CRM.test', 'https://crm.test'],
    ['the page whose API this is', 'api.crm.test', 'https://crm.test'],
  ])('%s', (_, host, origin) => {
    expect(asked(host, origin)).toBe(true);
  });

  test('a page over plain http, at a host over plain http', () => {
    expect(asked('crm.test', 'http://crm.test', { secure: false })).toBe(true);
  });
});

describe('no socket is opened for', () => {
  test.each([
    ['an agent’s public page', 'crm.test', 'https://jane.crm.test'],
    ['an agent’s public page, at the API', 'api.crm.test', 'https://jane.crm.test'],
    ['the host of the API, at the page’s', 'crm.test', 'https://api.crm.test'],
    ['a host whose name ends alike', 'crm.test', 'https://evilcrm.test'],
    ['another port', 'crm.test', 'https://crm.test:8443'],
    ['a page over plain http', 'crm.test', 'http://crm.test'],
    ['a page over plain http, at the API', 'api.crm.test', 'http://crm.test'],
    ['a sandboxed page', 'crm.test', 'null'],
    ['a file', 'crm.test', 'file:///crm.test'],
    ['a file, at a host without a name', 'api.', 'file:///crm.test'],
    ['no page at all', 'crm.test', undefined],
  ])('%s', (_, host, origin) => {
    expect(asked(host, origin)).toBe(false);
  });
});

test('a page over https opens no socket over plain http', () => {
  expect(asked('crm.test', 'https://crm.test', { secure: false })).toBe(false);
});

test('another port of this machine counts in development only', () => {
  expect([
    asked('localhost:3000', 'http://localhost:5173', { secure: false, anyLocalPort: true }),
    asked('localhost:3000', 'http://localhost:5173', { secure: false }),
  ]).toEqual([true, false]);
});
