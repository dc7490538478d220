import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseAway, isLockConflict } from '../../db/database-away.ts';
import type { Seal } from '../../seal.ts';
import type { Lead } from './lead.ts';
import { leadFiles } from './lead-files.ts';

/** Milliseconds until what waits is tried again, and at most. Ours. */
const AGAIN_MS = 1_000;
const AGAIN_AT_MOST_MS = 30_000;
/** Requests that are taken up side by side after a failure. Ours: two batches. */
const AT_ONCE = 100;

export interface JournalOptions {
  /** Created with the first request. */
  readonly dir: string;
  readonly seal: Seal;
  readonly log: FastifyBaseLogger;
  /** Does nothing for one that was delivered. False: there is no one to deliver it to. */
  readonly deliver: (lead: Lead) => Promise<boolean>;
}

export interface LeadJournal {
  /** Resolves once the request would survive a loss of power. @throws when the disk can't take it. */
  keep(lead: Lead): Promise<void>;
  /** Delivers a kept request; true once it is delivered. Never throws: what fails stays and is tried again. */
  deliver(key: string): Promise<boolean>;
  /** Delivers what an earlier process left behind. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Requests on disk until they are in the database. Delivery has one effect for each key, so that a crash between it and
 * the removal of the file is harmless.
 */
export function openLeadJournal({ dir, seal, log, deliver: put }: JournalOptions): LeadJournal {
  const files = leadFiles(dir, seal);
  const take = async (key: string): Promise<boolean> => {
    try {
      const lead = await files.read(key);
      const isTaken = lead !== null && (await put(lead));
      if (isTaken) await files.remove(key);
      else await files.setAside(key);
      if (!isTaken) log.error({ key, readable: lead !== null }, 'a request of a public page was set aside');
      return true;
    } catch (error) {
      // Another process delivered it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
      const isAway = isDatabaseAway(error) || isLockConflict(error);
      log[isAway ? 'warn' : 'error']({ err: error, key }, 'a request of a public page waits');
      return false;
    }
  };
  const { deliver, start, close } = repeatedly(take, () => files.list(), log);
  return { keep: (lead) => files.save(lead), deliver, start, close };
}

/** Takes each key once at a time, and all that are left again and again, later each time. */
function repeatedly(
  take: (key: string) => Promise<boolean>,
  list: () => Promise<readonly string[]>,
  log: FastifyBaseLogger,
): Omit<LeadJournal, 'keep'> {
  const taking = new Map<string, Promise<boolean>>();
  let timer: NodeJS.Timeout | null = null;
  let pause = AGAIN_MS;
  let isClosed = false;
  let sweeping: Promise<void> | null = null;

  const deliver = (key: string): Promise<boolean> => {
    const running = taking.get(key) ?? take(key).finally(() => taking.delete(key));
    taking.set(key, running);
    return running.then((isDone) => {
      if (!isDone) plan();
      return isDone;
    });
  };
  const sweep = async (): Promise<void> => {
    let left = 0;
    const keys = await list();
    for (let at = 0; at < keys.length && !isClosed; at += AT_ONCE) {
      const ends = await Promise.all(keys.slice(at, at + AT_ONCE).map(deliver));
      left += ends.filter((isDone) => !isDone).length;
    }
    if (left === 0) pause = AGAIN_MS;
  };
  const plan = (): void => {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      pause = Math.min(pause * 2, AGAIN_AT_MOST_MS);
      // A round that is under way has passed what failed.
      void (sweeping ?? Promise.resolve()).then(start);
    }, pause);
    timer.unref();
  };
  const start = (): Promise<void> => {
    sweeping ??= sweep()
      .catch((error: unknown) => {
        log.error({ err: error }, 'requests of public pages can’t be read');
        plan();
      })
      .finally(() => {
        sweeping = null;
      });
    return sweeping;
  };
  const close = async () => {
    isClosed = true;
    if (timer !== null) clearTimeout(timer);
    await Promise.allSettled([sweeping, ...taking.values()]);
  };
  return { deliver, start, close };
}
