import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { isTryout } from '#rules/access/tryout.ts';
import { scanStream } from '../../adapters/storage/clamd.ts';
import { twilioAddress } from '../../adapters/twilio-address.ts';
import { askTwilio } from '../../adapters/twilio-rest.ts';
import type { Config } from '../../config.ts';
import type { AssistantConfig, TwilioConfig, TwilioVoiceConfig } from '../../config/services.ts';
import { type Check, reasonOf, type Told } from './finding.ts';

/** Milliseconds that a service outside may take. Ours. */
const ANSWER_MS = 5_000;

/** An external service: `address` is `null` when it isn't configured. */
interface Service {
  readonly name: string;
  address(config: Config): string | null;
  /** Behavior without it. */
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
        ? ['ok', 'Not set up. Mail stays on the outbox page.']
        : ['warn', "Not set up. Links to reset a password aren't delivered. Set SMTP_URL, MAIL_FROM and APP_URL."],
    reach: (address) => dialled(address, new URL(address).protocol === 'smtps:' ? 465 : 587),
  },
  {
    name: 'texts',
    address: ({ twilio }) => twilio?.baseUrl ?? null,
    without: () => ['ok', 'Not set up. Text messages stay on the outbox page.'],
    reach: fetched,
  },
  {
    name: 'calls',
    address: ({ twilio }) => (twilio?.voice ? twilio.baseUrl : null),
    without: () => ['ok', "Twilio isn't set up. Calls stay on the embedded line."],
    reach: (_, { twilio }) => (twilio?.voice ? proveTwimlApp(twilio, twilio.voice) : Promise.resolve()),
  },
  {
    name: 'bucket',
    address: ({ s3 }) => (s3 === null ? null : (s3.endpoint ?? `https://${s3.bucket}.s3.${s3.region}.amazonaws.com`)),
    without: () => ['ok', 'Not set up. Files are stored in the data folder.'],
    reach: async (_, { s3 }) => {
      if (s3 !== null) await (await import('../../adapters/storage/s3-storage.ts')).reachBucket(s3, ANSWER_MS);
    },
  },
  {
    name: 'virus scanner',
    address: ({ files }) => files.scanner,
    without: () => ['ok', "Not set up. Uploads aren't scanned."],
    reach: (address) => scanStream(address, Readable.from([Buffer.from('Is anybody there?')]), ANSWER_MS),
  },
  {
    name: 'payments',
    address: ({ stripe }) => (stripe === null ? null : (stripe.baseUrl ?? 'https://api.stripe.com')),
    without: (config) =>
      config.appEnv === 'production'
        ? ['warn', "Not set up. Payments aren't possible. Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY."]
        : ['ok', 'Not set up. Only test cards work.'],
    reach: fetched,
  },
  {
    name: 'quotes',
    address: ({ csg }) => csg?.baseUrl ?? null,
    without: () => ['ok', 'Not set up. Quotes use sample rates.'],
    // CSG reports it publicly: no session is opened.
    reach: async (address) => {
      const answer = await fetched(`${address}/v1/med_supp/open/companies.json`);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    },
  },
  {
    name: 'assistant',
    address: ({ assistant }) => assistant?.baseUrl ?? null,
    without: () => ['ok', 'Not set up. MAX answers with its built-in rules.'],
    reach: (_, { assistant }) => (assistant === null ? Promise.resolve() : proveModel(assistant)),
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
    if (!online) return [['ok', `Set up with ${host}. Add --online to check whether it answers.`]];
    try {
      await reach(where, config);
      return [['ok', `${host} answers.`]];
    } catch (error) {
      return [
        ['fault', `${host} doesn't answer (${causeOf(error)}). Check the settings, the network and the service.`],
      ];
    }
  },
}));

/** @throws when the keys are wrong, or the TwiML app points to another server. */
async function proveTwimlApp(twilio: TwilioConfig, { appSid, publicUrl }: TwilioVoiceConfig): Promise<void> {
  const path = `Applications/${encodeURIComponent(appSid)}.json`;
  const response = await askTwilio(twilio, { what: 'to show the TwiML app', path, withinMs: ANSWER_MS });
  const { voice_url: voiceUrl } = (await response.json()) as { voice_url?: string };
  const ours = twilioAddress(publicUrl, 'dial');
  if (voiceUrl !== ours) throw new Error(`the voice address of the TwiML app is ${voiceUrl || 'empty'}, not ${ours}`);
}

/** Not every server has a list of its models. */
const NO_LIST = [404, 405, 501];

/** Bytes of a list of models at most. Ours: far above the longest. */
const LIST_MAX = 4 * 2 ** 20;

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** @throws when the key is refused, it is broken, or it names its models and this is none of them. */
async function proveModel({ baseUrl, apiKey, model }: AssistantConfig): Promise<void> {
  const response = await fetch(`${baseUrl}/models`, {
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: 'manual',
  });
  if (!response.ok) await response.body?.cancel();
  if (response.status === 401 || response.status === 403) throw new Error('it rejects ASSISTANT_API_KEY');
  if (NO_LIST.includes(response.status)) return;
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  const models = Models.safeParse(jsonOf(await readText(response, LIST_MAX)));
  if (!models.success) throw new Error('its /models has no list of models');
  if (!models.data.data.some(({ id }) => id === model)) throw new Error(`it has no model named ${model}`);
}

/** Up to `most` bytes. @throws when it is longer. */
async function readText(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > most) throw new Error('its answer never ends');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** `null`: it is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
