import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { CallFact, CallLedger } from '../features/phone/calls/call-facts.ts';

/** Milliseconds before an unrecorded fact is reported again. Our choice: a restart of the database takes less. */
const AGAIN_MS = [200, 1_000, 3_000, 10_000, 30_000] as const;

/** The same for an ending, from then on: without it no one could call again. */
const LAST_MS = 30_000;

type Bare<Fact> = Fact extends unknown ? Omit<Fact, 'key' | 'at'> : never;
/** A fact; the teller adds its key and time. */
export type Happened = Bare<CallFact>;

export interface Teller {
  tell(callId: number, happened: Happened): void;
  /** Settles once everything that was told is noted, or given up; an end never is. */
  settled(): Promise<void>;
}

interface Use {
  readonly ledger: Pick<CallLedger, 'note'>;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Waits so many milliseconds; without one, by the clock, and no process stays alive for it. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

const byClock = (ms: number) => sleep(ms, undefined, { ref: false });

/** Records the facts of each call in order: a call continues while the database does not answer. */
export function createTeller({ ledger, now, log, wait = byClock }: Use): Teller {
  const lines = new Map<number, { last: Promise<void>; count: number }>();

  const note = async (callId: number, fact: CallFact) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await ledger.note(callId, fact);
      } catch (error) {
        const pause = AGAIN_MS[tries] ?? (fact.kind === 'ended' ? LAST_MS : null);
        const given = { err: error, call_id: callId, fact: fact.kind };
        if (pause === null) return log.error(given, 'a fact of a call is lost');
        log.warn(given, 'a fact of a call waits');
        await wait(pause);
      }
    }
  };

  return {
    tell: (callId, happened) => {
      const line = lines.get(callId) ?? { last: Promise.resolve(), count: 0 };
      line.count += 1;
      const fact = { ...happened, key: `line-${line.count}-${happened.kind}`, at: now() } as CallFact;
      const last = line.last.then(() => note(callId, fact));
      line.last = last;
      lines.set(callId, line);
      // Its keys restart only when the call is over.
      if (happened.kind === 'ended') void last.then(() => lines.delete(callId));
    },
    settled: async () => void (await Promise.all([...lines.values()].map(({ last }) => last))),
  };
}
