import pino from 'pino';
import { createMemoryPubSub } from '../server/adapters/pub-sub/memory-pub-sub.ts';
import { diskStorage } from '../server/adapters/storage/disk-storage.ts';
import { embeddedLineLookup } from '../server/adapters/numbers/embedded-line-lookup.ts';
import { embeddedNumberCarrier } from '../server/adapters/numbers/embedded-number-carrier.ts';
import { embeddedRegistrar } from '../server/adapters/numbers/embedded-registrar.ts';
import { embeddedPayments } from '../server/adapters/payments/embedded-payments.ts';
import { embeddedTextLine } from '../server/adapters/texts/embedded-text-line.ts';
import { embeddedVoiceLine } from '../server/adapters/voice/embedded-voice-line.ts';
import { outboxMailer } from '../server/adapters/mail/outbox-mail.ts';
import { outboxTexter } from '../server/adapters/texts/outbox-texts.ts';
import { sampleQuotes } from '../server/adapters/quotes/sample-quotes.ts';
import { createApp } from '../server/app.ts';
import { loadConfig } from '../server/config.ts';
import { createPool } from '../server/db/pool.ts';
import { createSeal } from '../server/seal.ts';
import type { Endpoint } from '../src/api/contract/endpoint.ts';

/** Every endpoint that the server serves, from the application itself; nothing is connected. */
export async function boundEndpoints(): Promise<{ endpoints: readonly Endpoint[]; brand: string }> {
  const config = loadConfig({});
  const seal = createSeal([Buffer.alloc(32)]);
  const now = () => new Date();
  const app = await createApp({
    config,
    pool: createPool({ url: 'postgres://localhost/none' }),
    storage: diskStorage('/tmp'),
    mailer: outboxMailer(config),
    texter: outboxTexter(config),
    payments: embeddedPayments({ now, open: false }),
    voiceLine: embeddedVoiceLine({ config, seal, now }),
    textLine: embeddedTextLine({ now }),
    lineLookup: embeddedLineLookup({ open: true }),
    registrar: embeddedRegistrar({ now }),
    numberCarrier: embeddedNumberCarrier({ open: true }),
    quotes: sampleQuotes,
    applications: null,
    assistant: null,
    seal,
    jobs: { enqueue: () => Promise.resolve(), resume: () => Promise.resolve(true) },
    pubSub: createMemoryPubSub(),
    log: pino({ level: 'silent' }),
    now,
  });
  return { endpoints: app.bound, brand: config.brand };
}
