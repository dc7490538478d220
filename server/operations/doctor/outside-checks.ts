import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { isTryout } from '#rules/tryout.ts';
import { scanStream } from '../../adapters/clamd.ts';
import { twilioAddress } from '../../adapters/twilio-address.ts';
import { askTwilio } from '../../adapters/twilio-rest.ts';
import type { Config } from '../../config.ts';
import type { TwilioConfig, TwilioVoiceConfig } from '../../config/services.ts';
import { type Check, reasonOf, type Told } from './finding.ts';

/** Milliseconds that a service outside may take. Ours. */
const ANSWER_MS = 5_000;

/** A service of somebody else: `address` is where it is, `null` when it is not set up. */
interface Service {
  readonly name: string;
  address(config: Config): string | null;
  /** What is so without it. */
  without(config: Config): Told;
  /** @throws when it does not answer. */
  reach(address: string, config: Config): Promise<unknown>;
}

const fetched = (address: string) => fetch(address, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });

const SERVICES: readonly Service[] = [
  {
    name: 'mail',
    address: ({ smtp }) => smtp?.url ?? null,
    without: (config) =>
      isTryout(config.appEnv)
        ? ['ok', 'Not set up: mail stays inside, on the outbox page.']
        : ['warn', 'Not set up: links to reset a password reach nobody. Set SMTP_URL, MAIL_FROM and APP_URL.'],
    reach: (address) => dialled(address, new URL(address).protocol === 'smtps:' ? 465 : 587),
  },
  {
    name: 'texts',
    address: ({ twilio }) => twilio?.baseUrl ?? null,
    without: () => ['ok', 'Not set up: texts stay inside, on the outbox page.'],
    reach: fetched,
  },
  {
    name: 'calls',
    address: ({ twilio }) => (twilio?.voice ? twilio.baseUrl : null),
    without: () => ['ok', 'Not set up with Twilio: calls stay on the embedded line.'],
    reach: (_, { twilio }) => (twilio?.voice ? proveTwimlApp(twilio, twilio.voice) : Promise.resolve()),
  },
  {
    name: 'bucket',
    address: ({ s3 }) => (s3 === null ? null : (s3.endpoint ?? `https://${s3.bucket}.s3.${s3.region}.amazonaws.com`)),
    without: () => ['ok', 'Not set up: files lie in the data folder.'],
    reach: async (_, { s3 }) => {
      if (s3 !== null) await (await import('../../adapters/s3-storage.ts')).reachBucket(s3, ANSWER_MS);
    },
  },
  {
    name: 'virus scanner',
    address: ({ files }) => files.scanner,
    without: () => ['ok', 'Not set up: uploads are not scanned.'],
    reach: (address) => scanStream(address, Readable.from([Buffer.from('Is anybody there?')]), ANSWER_MS),
  },
  {
    name: 'payments',
    address: ({ stripe }) => (stripe === null ? null : (stripe.baseUrl ?? 'https://api.stripe.com')),
    without: (config) =>
      config.appEnv === 'production'
        ? ['warn', 'Not set up: nobody can pay. Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.']
        : ['ok', 'Not set up: test cards only.'],
    reach: fetched,
  },
  {
    name: 'single sign-on',
    address: ({ sso }) => sso?.issuer ?? null,
    without: () => ['ok', 'Not set up.'],
    reach: async (issuer) => {
      const answer = await fetched(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
      if (!answer.ok) throw new Error(`it has no openid-configuration (${answer.status})`);
    },
  },
];

export const OUTSIDE_CHECKS: readonly Check[] = SERVICES.map(({ name, address, without, reach }) => ({
  name,
  look: async ({ config, online }) => {
    const where = address(config);
    if (where === null) return [without(config)];
    const host = new URL(where).host || where;
    if (!online) return [['ok', `Set up by ${host}; --online asks whether it answers.`]];
    try {
      await reach(where, config);
      return [['ok', `${host} answers.`]];
    } catch (error) {
      return [
        ['fault', `${host} does not answer (${causeOf(error)}): look at the settings, the network and the service.`],
      ];
    }
  },
}));

/** @throws when the keys are wrong, or the TwiML app asks somebody else what to do. */
async function proveTwimlApp(twilio: TwilioConfig, { appSid, publicUrl }: TwilioVoiceConfig): Promise<void> {
  const path = `Applications/${encodeURIComponent(appSid)}.json`;
  const response = await askTwilio(twilio, { what: 'to show the TwiML app', path, withinMs: ANSWER_MS });
  const { voice_url: voiceUrl } = (await response.json()) as { voice_url?: string };
  const ours = twilioAddress(publicUrl, 'dial');
  if (voiceUrl !== ours) throw new Error(`the voice address of the TwiML app is ${voiceUrl || 'empty'}, not ${ours}`);
}

const causeOf = (error: unknown): string => {
  const { cause } = error as { cause?: unknown };
  return reasonOf(cause instanceof Error && cause.message !== '' ? cause : error);
};

/** Opens a line and hangs up. */
function dialled(address: string, usual: number): Promise<void> {
  const { hostname, port } = new URL(address);
  return new Promise((done, fail) => {
    const line = connect({ host: hostname, port: port === '' ? usual : Number(port), timeout: ANSWER_MS });
    line.on('connect', () => done(void line.destroy()));
    line.on('error', fail);
    line.on('timeout', () => line.destroy(new Error('no answer')));
  });
}
