import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { embeddedLineLookup } from '../adapters/numbers/embedded-line-lookup.ts';
import { embeddedPayments } from '../adapters/payments/embedded-payments.ts';
import { embeddedNumberCarrier } from '../adapters/numbers/embedded-number-carrier.ts';
import { embeddedRegistrar } from '../adapters/numbers/embedded-registrar.ts';
import { embeddedVoiceLine } from '../adapters/voice/embedded-voice-line.ts';
import { openaiModel } from '../adapters/assistant/openai-model.ts';
import { embeddedTextLine } from '../adapters/texts/embedded-text-line.ts';
import type { LineLookup } from '../adapters/numbers/line-lookup.ts';
import { outboxMailer } from '../adapters/mail/outbox-mail.ts';
import { outboxTexter } from '../adapters/texts/outbox-texts.ts';
import type { NumberCarrier } from '../adapters/numbers/number-carrier.ts';
import type { Payments } from '../adapters/payments/payments.ts';
import { stripePayments } from '../adapters/payments/stripe-payments.ts';
import { storageOf } from '../adapters/storage/storage-of.ts';
import { fireLight } from '../adapters/applications/fire-light.ts';
import { csgQuotes } from '../adapters/quotes/csg-quotes.ts';
import { sampleQuotes } from '../adapters/quotes/sample-quotes.ts';
import { queuedMailer, queuedTexter } from '../adapters/mail/queued-messages.ts';
import type { TextLine } from '../adapters/texts/text-line.ts';
import { twilioLineLookup } from '../adapters/numbers/twilio-line-lookup.ts';
import { twilioNumberCarrier } from '../adapters/numbers/twilio-number-carrier.ts';
import { twilioRegistrar } from '../adapters/numbers/twilio-registrar.ts';
import { twilioTextLine } from '../adapters/texts/twilio-text-line.ts';
import { twilioVoiceLine } from '../adapters/voice/twilio-voice-line.ts';
import type { VoiceLine } from '../adapters/voice/voice-line.ts';
import { isTryout } from '#rules/access/tryout.ts';
import { type Config, directUrlOf } from '../config.ts';
import type { DatabaseConfig } from '../config/services.ts';
import { APP_ROLE, createPool, type Pool } from '../db/pool.ts';
import { followClock } from '../demo-clock.ts';
import type { Deps } from '../deps.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { sealOf } from '../seal.ts';
import { StartFault } from '../start-fault.ts';
import { registry } from '../telemetry/instruments.ts';
import { logOptions } from '../telemetry/log.ts';
import { observePool } from '../telemetry/observe-pool.ts';
import { NO_DATABASE } from './migrate.ts';

/** Dependencies of every role before it starts anything of its own. */
export type Ground = Omit<Deps, 'jobs' | 'pubSub' | 'mailer' | 'texter'> & {
  /** Database of the queue, which needs sessions. */
  readonly url: string;
};

/** @throws {StartFault} without a database. */
export async function createGround(config: Config, role: string): Promise<Ground> {
  if (config.databaseUrl === null) throw new StartFault(NO_DATABASE);
  const log = pino(logOptions(config.logLevel, role));
  const clock = followClock(config);
  const seal = sealOf(config);
  registry.setDefaultLabels({ role });
  return {
    config,
    url: directUrlOf(config) ?? '',
    pool: clock.drive(createAppPool(config.databaseUrl, config.database, role === 'web', log)),
    storage: await storageOf(config),
    payments: paymentsOf(config, clock.now),
    voiceLine: voiceLineOf(config, { seal, now: clock.now }),
    textLine: textLineOf(config, clock.now),
    lineLookup: lineLookupOf(config),
    registrar: config.twilio === null ? embeddedRegistrar({ now: clock.now }) : twilioRegistrar(config.twilio),
    numberCarrier: numberCarrierOf(config),
    assistant: config.assistant === null ? null : openaiModel(config.assistant),
    applications: config.fireLight === null ? null : fireLight(config.fireLight),
    quotes: config.csg === null ? sampleQuotes : csgQuotes(config.csg),
    seal,
    log,
    now: clock.now,
  };
}

/** Carrier of messages to people: a job once configured, otherwise the internal outbox. */
export function messengersOf(
  { config, seal, now }: Ground | Omit<Ground, 'url'>,
  jobs: JobQueue,
): Pick<Deps, 'mailer' | 'texter'> {
  const use = { config, seal, jobs, now };
  return {
    mailer: config.smtp === null ? outboxMailer(config, now) : queuedMailer(use),
    texter: config.twilio === null ? outboxTexter(config) : queuedTexter(use),
  };
}

/** A request gives up in time to tell its user; a job may take longer and wait for its locks as long. */
const createAppPool = (url: string, limits: DatabaseConfig, isForRequests: boolean, log: FastifyBaseLogger): Pool =>
  observePool(
    createPool({
      url,
      directUrl: limits.directUrl,
      prepares: limits.prepares,
      role: APP_ROLE,
      max: limits.connections,
      idleMs: limits.idleMs,
      idleInTransactionMs: limits.idleInTransactionMs,
      ...(isForRequests
        ? { statementMs: limits.statementMs, lockMs: limits.lockMs }
        : { statementMs: limits.jobStatementMs }),
      onError: (error) => log.warn({ err: error }, 'a connection to the database broke'),
    }),
  );

function paymentsOf({ stripe, appEnv }: Config, now: () => Date): Payments {
  if (stripe !== null) return stripePayments(stripe);
  return embeddedPayments({ now, open: appEnv !== 'production' });
}

const textLineOf = ({ twilio, appUrl }: Config, now: () => Date): TextLine =>
  twilio === null ? embeddedTextLine({ now }) : twilioTextLine({ twilio, appUrl });

const lineLookupOf = ({ twilio, appEnv }: Config): LineLookup =>
  twilio === null ? embeddedLineLookup({ open: isTryout(appEnv) }) : twilioLineLookup(twilio);

const numberCarrierOf = ({ twilio, appUrl, appEnv }: Config): NumberCarrier =>
  twilio === null ? embeddedNumberCarrier({ open: isTryout(appEnv) }) : twilioNumberCarrier({ twilio, appUrl });

/** Twilio's once it is set up for calls, else the one that needs no carrier. */
function voiceLineOf(config: Config, use: Pick<Deps, 'seal' | 'now'>): VoiceLine {
  const { twilio } = config;
  const voice = twilio?.voice ?? null;
  if (twilio !== null && voice !== null) return twilioVoiceLine({ twilio: { ...twilio, voice }, ...use });
  return embeddedVoiceLine({ config, ...use });
}
