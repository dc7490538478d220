import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../server/config.ts';
import { reachesOut } from '../../server/features/two-factor/code-ways.ts';

const MAIL = {
  SMTP_URL: 'smtps://user:secret@mail.example.com:465',
  MAIL_FROM: 'Office <office@example.com>',
  APP_URL: 'https://crm.example.com',
};
const TEXTS = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+15125550100' };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('mail', () => {
  test('leaves through the server that the settings name', () => {
    expect(loadConfig(MAIL).smtp).toEqual({ url: MAIL.SMTP_URL, from: MAIL.MAIL_FROM });
  });

  test('needs a sender, and an address for links', () => {
    expect(faultsOf({ SMTP_URL: MAIL.SMTP_URL })).toEqual([
      'MAIL_FROM is missing: mail needs SMTP_URL, MAIL_FROM and APP_URL.',
      'APP_URL is missing: mail needs SMTP_URL, MAIL_FROM and APP_URL.',
    ]);
  });

  test('needs an address of a mail server', () => {
    expect(faultsOf({ ...MAIL, SMTP_URL: 'https://mail.example.com' })).toEqual([
      'SMTP_URL must look like smtps://user:password@host:465.',
    ]);
  });

  test('is signed for the domain of its sender with a key and its selector, both or neither', () => {
    const MAIL_DKIM_KEY = String.raw`-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----`;
    const signed = { ...MAIL, MAIL_DKIM_SELECTOR: 'one', MAIL_DKIM_KEY };
    const privateKey = MAIL_DKIM_KEY.replaceAll(String.raw`\n`, '\n');
    expect(loadConfig(signed).smtp?.dkim).toEqual({ domain: 'example.com', selector: 'one', privateKey });
    expect(faultsOf({ ...MAIL, MAIL_DKIM_SELECTOR: 'one' })).toEqual([
      'MAIL_DKIM_KEY is missing: signing mail needs MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY.',
    ]);
    expect(faultsOf({ ...signed, MAIL_DKIM_KEY: 'abc' })).toEqual(['MAIL_DKIM_KEY must be a private key in PEM.']);
  });

  test('may keep its password in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bellwether-settings-'));
    const path = join(folder, 'smtp');
    writeFileSync(path, `${MAIL.SMTP_URL}\n`);
    const { MAIL_FROM, APP_URL } = MAIL;

    const { smtp } = loadConfig({ MAIL_FROM, APP_URL, SMTP_URL_FILE: path });

    rmSync(folder, { recursive: true });
    expect(smtp?.url).toBe(MAIL.SMTP_URL);
  });
});

describe('texts', () => {
  test('leave through Twilio', () => {
    expect(loadConfig(TEXTS).twilio).toEqual({
      accountSid: 'AC1',
      authToken: 'secret',
      from: '+15125550100',
      baseUrl: 'https://api.twilio.com',
      voice: null,
    });
  });

  test('need all three settings', () => {
    expect(faultsOf({ TWILIO_ACCOUNT_SID: 'AC1' })).toEqual([
      'TWILIO_AUTH_TOKEN is missing: texts need TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM.',
      'TWILIO_FROM is missing: texts need TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM.',
    ]);
  });
});

describe('calls', () => {
  const CALLS = { TWILIO_API_KEY_SID: 'SK1', TWILIO_API_KEY_SECRET: 'key', TWILIO_TWIML_APP_SID: 'AP1' };

  test('go through Twilio once it is set up for them', () => {
    expect(loadConfig({ ...TEXTS, ...CALLS, APP_URL: MAIL.APP_URL }).twilio?.voice).toEqual({
      apiKeySid: 'SK1',
      apiKeySecret: 'key',
      appSid: 'AP1',
      publicUrl: 'https://crm.example.com',
    });
  });

  test('need all of their settings, those of texts, and the address at which Twilio finds the app', () => {
    const all = 'TWILIO_API_KEY_SID, TWILIO_API_KEY_SECRET, TWILIO_TWIML_APP_SID, APP_URL';

    expect(faultsOf({ ...TEXTS, TWILIO_FROM: '', TWILIO_API_KEY_SID: 'SK1', TWILIO_TWIML_APP_SID: 'AP1' })).toEqual([
      'TWILIO_FROM is missing: texts need TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM.',
      `TWILIO_API_KEY_SECRET is missing: calls through Twilio need ${all}.`,
      `APP_URL is missing: calls through Twilio need ${all}.`,
    ]);
  });
});

test.each([
  [{ APP_ENV: 'demo' }, { mail: true, texts: true }],
  [{ APP_ENV: 'production' }, { mail: false, texts: false }],
  [
    { APP_ENV: 'production', ...MAIL },
    { mail: true, texts: false },
  ],
  [
    { APP_ENV: 'production', ...TEXTS },
    { mail: false, texts: true },
  ],
])('with %j codes reach people by %j', (env, reached) => {
  expect(reachesOut(loadConfig(env))).toEqual(reached);
});
