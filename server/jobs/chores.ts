import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Periodic work that may run in several processes at the same time. */
export interface Chore {
  readonly name: string;
  /** Milliseconds between the end of one run and the next. */
  readonly everyMs: number;
  /** Aborts when the process stops: end at the next safe point. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Runs chores until it is stopped, each after its own pause; a failure is logged and tried again next time. */
export function startChores(chores: readonly Chore[], log: FastifyBaseLogger): { stop(): Promise<void> } {
  const over = new AbortController();
  const keep = async ({ name, everyMs, run }: Chore): Promise<void> => {
    while (!over.signal.aborted) {
      await run(over.signal).catch((error: unknown) => log.warn({ err: error, chore: name }, 'chore failed'));
      await sleep(everyMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const all = chores.map(keep);
  return {
    stop: async () => {
      over.abort();
      await Promise.all(all);
    },
  };
}
