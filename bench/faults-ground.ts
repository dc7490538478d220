// A separate database with a small agency, for programs that kill its clients.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { diskStorage } from '../server/adapters/storage/disk-storage.ts';
import { embeddedLineLookup } from '../server/adapters/numbers/embedded-line-lookup.ts';
import { embeddedNumberCarrier } from '../server/adapters/numbers/embedded-number-carrier.ts';
import { embeddedRegistrar } from '../server/adapters/numbers/embedded-registrar.ts';
import { embeddedTextLine } from '../server/adapters/texts/embedded-text-line.ts';
import { embeddedVoiceLine } from '../server/adapters/voice/embedded-voice-line.ts';
import { embeddedPayments } from '../server/adapters/payments/embedded-payments.ts';
import { createMemoryPubSub } from '../server/adapters/pub-sub/memory-pub-sub.ts';
import { outboxMailer } from '../server/adapters/mail/outbox-mail.ts';
import { outboxTexter } from '../server/adapters/texts/outbox-texts.ts';
import { sampleQuotes } from '../server/adapters/quotes/sample-quotes.ts';
import { loadConfig } from '../server/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { createPool, type Pool } from '../server/db/pool.ts';
import type { Deps } from '../server/deps.ts';
import { startSendingQueue } from '../server/jobs/pg-boss-queue.ts';
import { createSeal } from '../server/seal.ts';
import { makeWorld, type World } from '../tests/_db/world.ts';

export interface FaultsGround {
  readonly dataDir: string;
  readonly postgres: EmbeddedPostgres;
  /** Connects as the owner of the schema. */
  readonly owner: Pool;
  readonly world: World;
  readonly deps: Deps;
  close(): Promise<void>;
}

export async function openFaultsGround(): Promise<FaultsGround> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-faults-'));
  mkdirSync(join(dataDir, 'logs'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate({ url: postgres.url, log: () => undefined });
  const log = pino({ level: 'silent' });
  const ignore = () => undefined;
  const owner = createPool({ url: postgres.url, max: 2, onError: ignore });
  const jobs = await startSendingQueue(postgres.url, log);
  const config = loadConfig({ APP_ENV: 'development', DATA_DIR: dataDir, DATABASE_URL: postgres.url });
  const seal = createSeal([Buffer.alloc(32, 7)]);
  const now = () => new Date();
  const deps: Deps = {
    config,
    pool: createPool({ url: postgres.url, role: 'bellwether_app', onError: ignore }),
    storage: diskStorage(join(dataDir, 'files')),
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
    jobs,
    pubSub: createMemoryPubSub(),
    log,
    now,
  };
  return {
    dataDir,
    postgres,
    owner,
    world: await makeWorld(owner),
    deps,
    close: async () => {
      await jobs.close().catch(ignore);
      await Promise.all([deps.pool.end(), owner.end()]);
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
