import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../server/config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('the settings of the phone line', () => {
  test('say where it is when web and voice run apart', () => {
    const env = {
      VOICE_URL: 'http://voice:3001',
      VOICE_PORT: '3001',
      VOICE_HOST: '0.0.0.0',
      VOICE_ADDRESS: '203.0.113.7',
      VOICE_UDP_PORTS: '40000-40199',
      VOICE_PROMPTS: '/prompts',
      VOICE_RING_MS: '500',
      VOICE_MAX_PER_ADDRESS: '40',
      VOICE_MAX_PER_ACCOUNT: '4000',
      VOICE_DRAIN_SECONDS: '120',
    };

    expect(loadConfig(env).voice).toEqual({
      url: 'http://voice:3001',
      port: 3001,
      host: '0.0.0.0',
      address: '203.0.113.7',
      ports: [40_000, 40_199],
      prompts: '/prompts',
      ringMs: 500,
      perAddress: 40,
      perAccount: 4_000,
      drainMs: 120_000,
    });
  });

  test('let a demo stop quickly', () => {
    expect(loadConfig({ APP_ENV: 'demo' }).voice.drainMs).toBe(1_000);
  });

  test('are refused with what they should be', () => {
    const env = {
      VOICE_URL: 'voice',
      VOICE_ADDRESS: 'crm.example.com',
      VOICE_UDP_PORTS: '9-8',
      VOICE_RING_MS: 'long',
      VOICE_MAX_PER_ADDRESS: '0',
    };

    expect(faultsOf(env)).toEqual([
      'VOICE_URL must be the address of the voice process, such as http://voice:3001.',
      'VOICE_ADDRESS must be an IP address, such as 203.0.113.7, but is "crm.example.com".',
      'VOICE_UDP_PORTS must be the first and the last port, such as 40000-40199.',
      'VOICE_RING_MS must be a whole number of milliseconds.',
      'VOICE_MAX_PER_ADDRESS must be a whole number from 1 to 999999.',
    ]);
  });
});
