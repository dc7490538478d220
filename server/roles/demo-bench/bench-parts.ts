import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoPart, DemoWorld } from '#contract/demo.contract.ts';
import type { Service } from '../child.ts';
import type { KeptDatabase } from '../keep-database.ts';
import { BenchRefusal } from './bench-refusal.ts';

/** Time for a part to come back, in ms. Our choice: PostgreSQL may have to recover. */
const BACK_MS = 40_000;

const LOOK_MS = 30;

export interface Parts {
  readonly web: Service;
  readonly jobs: Service;
  readonly voice: Service;
  /** `null` for an external database, in `DATABASE_URL`. */
  readonly database: KeptDatabase | null;
}

type Pausable = 'web' | 'jobs' | 'voice';

interface Pause {
  /** Paused process of the part: a pause ends with its process, however that ends. */
  readonly starts: number;
  readonly until: number;
  readonly timer: NodeJS.Timeout;
}

export interface BenchParts {
  /** @throws {BenchRefusal} when the part is not ours to touch. */
  check(part: DemoPart): void;
  /** Settles once it is back. */
  kill(part: DemoPart): Promise<void>;
  restart(part: DemoPart): Promise<void>;
  pause(part: Pausable, ms: number, over: () => void): void;
  resume(part: Pausable): void;
  /** Lets all of them go on. */
  close(): void;
  status(): DemoWorld['parts'];
}

/** Kills, restarts and pauses what the supervisor keeps; bringing it back is the supervisor's own work. */
export function createParts({ web, jobs, voice, database }: Parts): BenchParts {
  const services = { web, jobs, voice };
  const pauses = new Map<Pausable, Pause>();

  const check = (part: DemoPart) => {
    if (part === 'database' && database === null)
      throw new BenchRefusal("This database isn't managed here: DATABASE_URL points to an external one.");
  };
  const startsOf = (part: DemoPart) => (part === 'database' ? database?.facts.starts : services[part].facts().starts);
  const signal = (part: DemoPart, name: NodeJS.Signals) => {
    const pid = part === 'database' ? database?.pid() : services[part].facts().pid;
    if (pid !== null && pid !== undefined) process.kill(pid, name);
  };
  const pauseOf = (part: Pausable): Pause | null => {
    const { pid, starts } = services[part].facts();
    const pause = pauses.get(part);
    return pause !== undefined && pid !== null && pause.starts === starts ? pause : null;
  };
  const resume = (part: Pausable) => {
    if (pauseOf(part) !== null) services[part].signal('SIGCONT');
    clearTimeout(pauses.get(part)?.timer);
    pauses.delete(part);
  };
  const end = async (part: DemoPart, name: NodeJS.Signals) => {
    check(part);
    const before = startsOf(part);
    if (part !== 'database') resume(part);
    signal(part, name);
    const until = Date.now() + BACK_MS;
    while (startsOf(part) === before) {
      if (Date.now() > until) throw new BenchRefusal(`It didn't come back within ${BACK_MS / 1_000} s. See the logs.`);
      await sleep(LOOK_MS);
    }
    if (part !== 'database') await services[part].ready();
  };

  return {
    check,
    kill: (part) => end(part, 'SIGKILL'),
    // For PostgreSQL a fast stop: what runs is rolled back, and nothing has to be recovered.
    restart: async (part) => {
      if (part === 'database') return end(part, 'SIGINT');
      resume(part);
      await services[part].restart();
      await services[part].ready();
    },
    pause: (part, ms, over) => {
      resume(part);
      services[part].signal('SIGSTOP');
      const timer = setTimeout(() => {
        if (pauseOf(part) !== null) over();
        resume(part);
      }, ms);
      pauses.set(part, { starts: services[part].facts().starts, until: Date.now() + ms, timer });
    },
    resume,
    close: () => {
      resume('web');
      resume('jobs');
      resume('voice');
    },
    status: () => {
      const serviceStatus = (part: Pausable) => {
        const { pid, bornAt, starts } = services[part].facts();
        const pause = pauseOf(part);
        return statusOf(part, { pid, bornAt, starts }, pause === null ? null : pause.until - Date.now());
      };
      const { bornAt, starts } = database?.facts ?? { bornAt: 0, starts: 1 };
      const base = statusOf('database', { pid: database?.pid() ?? null, bornAt, starts }, null);
      return [
        serviceStatus('web'),
        serviceStatus('jobs'),
        serviceStatus('voice'),
        database === null ? { ...base, state: 'running' as const } : base,
      ];
    },
  };
}

function statusOf(
  part: DemoPart,
  { pid, bornAt, starts }: { pid: number | null; bornAt: number; starts: number },
  leftMs: number | null,
): DemoWorld['parts'][number] {
  return {
    part,
    state: pid === null ? 'away' : leftMs === null ? 'running' : 'paused',
    pid,
    up_ms: pid === null ? null : Date.now() - bornAt,
    restarts: Math.max(0, starts - 1),
    left_ms: leftMs === null ? null : Math.max(0, leftMs),
  };
}
