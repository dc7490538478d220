import type { FastifyBaseLogger } from 'fastify';
import type { AssistantModel } from './adapters/assistant/assistant-model.ts';
import type { LineLookup } from './adapters/numbers/line-lookup.ts';
import type { Mailer } from './adapters/mail/mail.ts';
import type { NumberCarrier } from './adapters/numbers/number-carrier.ts';
import type { Payments } from './adapters/payments/payments.ts';
import type { PubSub } from './adapters/pub-sub/pub-sub.ts';
import type { ApplicationDesk } from './adapters/applications/application-desk.ts';
import type { QuotePort } from './adapters/quotes/quotes.ts';
import type { Registrar } from './adapters/numbers/registrar.ts';
import type { Storage } from './adapters/storage/storage.ts';
import type { Supervisor } from './adapters/supervisor.ts';
import type { Texter } from './adapters/texts/texts.ts';
import type { TextLine } from './adapters/texts/text-line.ts';
import type { VoiceLine } from './adapters/voice/voice-line.ts';
import type { Config } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Seal } from './seal.ts';

/** Everything a feature may use from outside itself; made once in `server/roles/*.ts`. */
export interface Deps {
  readonly config: Config;
  /** Connects as the restricted role. */
  readonly pool: Pool;
  readonly storage: Storage;
  readonly mailer: Mailer;
  readonly texter: Texter;
  /** Of texts between agents and people. */
  readonly textLine: TextLine;
  readonly lineLookup: LineLookup;
  readonly registrar: Registrar;
  /** Sells phone numbers. */
  readonly numberCarrier: NumberCarrier;
  readonly payments: Payments;
  readonly voiceLine: VoiceLine;
  /** `null`: MAX answers by its rules alone. */
  readonly assistant: AssistantModel | null;
  readonly quotes: QuotePort;
  /** `null`: agents get fact sheets. */
  readonly applications: ApplicationDesk | null;
  /** For secrets at rest. */
  readonly seal: Seal;
  readonly jobs: JobQueue;
  readonly pubSub: PubSub;
  readonly log: FastifyBaseLogger;
  /** Instants come from here, so that a demo clock can move them. */
  readonly now: () => Date;
  /** Absent: this process was started alone. */
  readonly supervisor?: Supervisor;
}
