import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../server/config.ts';

const LOCAL = { ASSISTANT_BASE_URL: 'http://localhost:8080/v1/', ASSISTANT_MODEL: 'qwen3' };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('without settings MAX has no model', () => {
  expect(loadConfig({}).assistant).toBeNull();
});

test('a model needs an address and a name, and no key', () => {
  expect(loadConfig(LOCAL).assistant).toEqual({
    baseUrl: 'http://localhost:8080/v1',
    model: 'qwen3',
    apiKey: null,
    dailyTokens: 200_000,
    timeoutMs: 30_000,
  });
});

test('its key may come from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-settings-'));
  writeFileSync(join(folder, 'key'), 'from a file\n');

  const { assistant } = loadConfig({ ...LOCAL, ASSISTANT_API_KEY_FILE: join(folder, 'key') });

  rmSync(folder, { recursive: true });
  expect(assistant?.apiKey).toBe('from a file');
});

test('a part of it is a fault', () => {
  const words = 'is missing: a model needs ASSISTANT_BASE_URL and ASSISTANT_MODEL.';

  expect(faultsOf({ ASSISTANT_BASE_URL: 'http://localhost:8080/v1' })).toEqual([`ASSISTANT_MODEL ${words}`]);
  expect(faultsOf({ ASSISTANT_API_KEY: 'key' })).toEqual([`ASSISTANT_BASE_URL ${words}`, `ASSISTANT_MODEL ${words}`]);
});

test.each([
  'localhost:8080',
  'ftp://models.example',
  'https://user:pass@models.example/v1',
  'https://models.example/v1?a=b',
])('%s is no valid address', (ASSISTANT_BASE_URL) => {
  expect(faultsOf({ ...LOCAL, ASSISTANT_BASE_URL })).toEqual([
    'ASSISTANT_BASE_URL must be the address of an API with its path, such as http://localhost:8080/v1.',
  ]);
});

test('limits are whole numbers', () => {
  expect(faultsOf({ ...LOCAL, ASSISTANT_DAILY_TOKENS: '0', ASSISTANT_TIMEOUT_MS: 'soon' })).toEqual([
    'ASSISTANT_DAILY_TOKENS must be a whole number of tokens, such as 200000.',
    'ASSISTANT_TIMEOUT_MS must be a whole number of milliseconds.',
  ]);
});
