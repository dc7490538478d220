import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import pino from 'pino';
import { diskStorage } from '../../server/adapters/storage/disk-storage.ts';
import { embeddedPayments } from '../../server/adapters/payments/embedded-payments.ts';
import { embeddedLineLookup } from '../../server/adapters/numbers/embedded-line-lookup.ts';
import { embeddedNumberCarrier } from '../../server/adapters/numbers/embedded-number-carrier.ts';
import { embeddedRegistrar } from '../../server/adapters/numbers/embedded-registrar.ts';
import { embeddedTextLine } from '../../server/adapters/texts/embedded-text-line.ts';
import { embeddedVoiceLine } from '../../server/adapters/voice/embedded-voice-line.ts';
import { startNotifyPubSub } from '../../server/adapters/pub-sub/notify-pub-sub.ts';
import { createSeal } from '../../server/seal.ts';
import { outboxMailer } from '../../server/adapters/mail/outbox-mail.ts';
import { outboxTexter } from '../../server/adapters/texts/outbox-texts.ts';
import type { PubSub } from '../../server/adapters/pub-sub/pub-sub.ts';
import { sampleQuotes } from '../../server/adapters/quotes/sample-quotes.ts';
import { attachCable, type CableOptions, type CableServer } from '../../server/cable/cable-server.ts';
import { startRelay } from '../../server/cable/relay.ts';
import { loadConfig } from '../../server/config.ts';
import { APP_ROLE, createPool, type Pool } from '../../server/db/pool.ts';
import { jobQueueOf } from '../../server/jobs/pg-boss-queue.ts';
import { PgBoss } from 'pg-boss';

export interface Station {
  readonly port: number;
  readonly cable: CableServer;
  readonly pubSub: PubSub;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** A web process's cable: its own pool, relay and sockets. */
export async function openStation(url: string, options: CableOptions = {}): Promise<Station> {
  const log = pino({ level: 'silent' });
  const pool = createPool({ url, role: APP_ROLE, max: 10 });
  const pubSub = await startNotifyPubSub({ pool, log });
  const config = loadConfig({ APP_ENV: 'stage', DATABASE_URL: url, SECRET_KEYS: Buffer.alloc(32).toString('base64') });
  const seal = createSeal([Buffer.alloc(32, 7)]);
  const now = () => new Date();
  const deps = {
    config,
    pool,
    pubSub,
    log,
    storage: diskStorage(tmpdir()),
    mailer: outboxMailer(config),
    texter: outboxTexter(config),
    payments: embeddedPayments({ now, open: true }),
    voiceLine: embeddedVoiceLine({ config, seal, now }),
    textLine: embeddedTextLine({ now }),
    lineLookup: embeddedLineLookup({ open: true }),
    registrar: embeddedRegistrar({ now }),
    numberCarrier: embeddedNumberCarrier({ open: true }),
    assistant: null,
    quotes: sampleQuotes,
    applications: null,
    seal,
    jobs: jobQueueOf(new PgBoss({ connectionString: url })),
    now,
  };
  const server = createServer();
  const cable = attachCable(server, deps, { drainMs: 0, ...options });
  const relay = startRelay(deps);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    cable,
    pubSub,
    pool,
    close: async () => {
      await cable.close();
      await relay.close();
      await pubSub.close();
      await new Promise((done) => server.close(done));
      await pool.end();
    },
  };
}

// As a process of its own it tells its port and lives until it is killed or its parent is gone.
if (process.argv[1] === import.meta.filename) {
  const station = await openStation(process.argv[2] ?? '');
  process.send?.({ port: station.port });
  process.on('disconnect', () => process.exit(0));
}
