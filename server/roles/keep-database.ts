import { startEmbeddedPostgres } from '../db/embedded.ts';

/** Interval for checking the embedded PostgreSQL, in ms. Our choice. */
const LOOK_MS = 1_000;

/** The embedded PostgreSQL, started again whenever it ends. */
export interface KeptDatabase {
  readonly url: string;
  /** `null`: it does not run now. */
  pid(): number | null;
  readonly facts: { bornAt: number; starts: number };
}

interface KeepOptions {
  readonly dataDir: string;
  /** Progress of the start. */
  log(sentence: string): void;
  /** Notes for the operator. */
  tell(sentence: string): void;
  onStop(work: () => Promise<void>): void;
}

/** Starts the embedded database and looks after it. */
export async function keepDatabase({ dataDir, log, tell, onStop }: KeepOptions): Promise<KeptDatabase> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const facts = { bornAt: Date.now(), starts: 1 };
  let reviving: Promise<void> | null = null;
  const told = new Set<string>();
  const tellOnce = (sentence: string) => {
    if (!told.has(sentence)) tell(sentence);
    told.add(sentence);
  };
  const timer = setInterval(() => {
    if (reviving !== null || postgres.isRunning()) return;
    tellOnce('PostgreSQL stopped unexpectedly. Restarting it.');
    reviving = postgres
      .revive()
      .then(() => {
        told.clear();
        facts.bornAt = Date.now();
        facts.starts += 1;
      })
      .catch((error: Error) => tellOnce(error.message))
      .finally(() => {
        reviving = null;
      });
  }, LOOK_MS);
  onStop(async () => {
    clearInterval(timer);
    await reviving;
    await postgres.stop();
  });
  return { url: postgres.url, pid: () => (postgres.isRunning() ? postgres.pid() : null), facts };
}
