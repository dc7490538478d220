import { expect, test } from 'vitest';
import type { TwilioVoiceConfig } from '../../server/config/services.ts';
import { pagePolicyOf } from '../../server/http/content-policy.ts';

const TWILIO = { accountSid: 'AC1', authToken: 'secret', from: '+15125550100', baseUrl: 'https://api.twilio.com' };

const hostsOf = (voice: TwilioVoiceConfig | null) => {
  const files = { origin: null, quotaBytes: 0, scanner: null };
  const { directives } = pagePolicyOf({ appUrl: null, stripe: null, files, twilio: { ...TWILIO, voice } });
  return Object.entries(directives)
    .filter(([, sources]) => sources.some((source) => source.includes('twilio')))
    .map(([directive]) => directive);
};

test('a page may reach nothing of Twilio where it carries texts alone', () => expect(hostsOf(null)).toEqual([]));

test('a page may reach the signalling of Twilio where it carries calls, and nothing else of it', () =>
  expect(hostsOf({ apiKeySid: 'SK1' } as TwilioVoiceConfig)).toEqual(['connectSrc']));
