import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../server/config.ts';

const csgOf = (env: Record<string, string>) => loadConfig({ APP_ENV: 'development', ...env }).csg;

test('without settings quotes are sample rates', () => {
  expect(csgOf({})).toBe(null);
});

test('a key alone asks CSG itself', () => {
  expect(csgOf({ CSG_API_KEY: 'k' })).toEqual({ baseUrl: 'https://csgapi.appspot.com', apiKey: 'k' });
});

test('an address alone is for agencies with keys of their own', () => {
  expect(csgOf({ CSG_BASE_URL: 'https://csg.example.com' })).toEqual({
    baseUrl: 'https://csg.example.com',
    apiKey: null,
  });
});

test('an address that is none is refused', () => {
  expect(() => csgOf({ CSG_BASE_URL: 'csg' })).toThrow(ConfigError);
});
