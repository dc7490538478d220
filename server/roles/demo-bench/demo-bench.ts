import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoCommand, DemoWorld } from '#contract/demo.contract.ts';
import type { SupervisorAnswer, SupervisorQuestion } from '../../adapters/supervisor.ts';
import type { Config } from '../../config.ts';
import { socketFolder } from '../../db/embedded-home.ts';
import { CLOCK_VARIABLE } from '../../demo-clock.ts';
import { type Actions, createActions, type Progress, type Stage } from './bench-actions.ts';
import { createLines } from './bench-lines.ts';
import { BenchRefusal } from './bench-refusal.ts';
import { controlPath, openControlSocket } from './control-socket.ts';
import { databaseSize } from './database-size.ts';
import { keepClock } from './keep-clock.ts';

/** Lines of the log that are kept. Ours. */
const LOG_MAX = 40;

/** Milliseconds between answering a button and its effect, which may cut off the answer. Our choice. */
const REPLY_MS = 300;

/** Commands that end a fault skip the queue: the queue may be waiting for just that. */
const MENDING: ReadonlySet<DemoCommand['do']> = new Set(['heal', 'resume']);

export interface DemoBench {
  /** Environment of the processes at their start. */
  env(part: 'web' | 'jobs' | 'voice'): NodeJS.ProcessEnv;
  /** Takes the questions of `web`. */
  hear(message: { type: string }, reply: (message: object) => void): void;
  /** Takes commands from now on. */
  open(stage: Stage): Promise<void>;
  close(): Promise<void>;
}

/**
 * Test console in the supervisor, which exists when everything else is down. Talks to `bin/demo-world` over a socket in
 * the data folder, and to the admins' buttons over the channel to `web`. Costs nothing until used.
 */
export function createDemoBench({ dataDir, host }: Pick<Config, 'dataDir' | 'host'>, databaseUrl: string): DemoBench {
  const clock = keepClock(dataDir);
  const lines = createLines({ host, databaseUrl, socketFolder: () => socketFolder(dataDir, null) });
  const log: DemoWorld['log'] = [];
  const note = (text: string) => {
    log.unshift({ at: new Date().toISOString(), text });
    log.length = Math.min(log.length, LOG_MAX);
  };
  let actions: Actions | null = null;
  let closeSocket: (() => Promise<void>) | null = null;

  const acting = (): Actions => {
    if (actions === null) throw new BenchRefusal("Bellwether isn't up yet. Try again in a moment.");
    return actions;
  };
  const perform = async (command: DemoCommand, progress: Progress) => {
    const sentence = await acting().plan(command);
    note(sentence);
    await acting()
      .perform(command, progress)
      .catch((error: Error) => {
        note(error.message);
        throw error;
      });
    return sentence;
  };
  const performInTurn = inTurn(perform);
  const run = (command: DemoCommand, progress: Progress) =>
    MENDING.has(command.do) ? perform(command, progress) : performInTurn(command, progress);
  const status = async (): Promise<DemoWorld> => ({
    now: clock.now().toISOString(),
    ahead_ms: clock.aheadMs(),
    lines: lines.status(),
    parts: acting().parts(),
    database_bytes: await databaseSize(databaseUrl),
    resetting: acting().isResetting(),
    log: [...log],
  });
  const answer = async ({ id, command }: SupervisorQuestion): Promise<SupervisorAnswer> => {
    try {
      if (command === null) return { type: 'demo.answer', id, world: await status() };
      const sentence = await acting().plan(command);
      void sleep(REPLY_MS).then(() => run(command, () => undefined).catch(() => undefined));
      return { type: 'demo.answer', id, sentence };
    } catch (error) {
      return { type: 'demo.answer', id, refusal: error instanceof Error ? error.message : String(error) };
    }
  };

  return {
    env: (part) => ({ ...lines.env(part), [CLOCK_VARIABLE]: String(clock.aheadMs()) }),
    hear: (message, reply) => {
      if (message.type === 'demo.ask') void answer(message as SupervisorQuestion).then(reply);
    },
    open: async (stage) => {
      actions = createActions({ dataDir, databaseUrl, clock, lines, note }, stage);
      const socket = await openControlSocket(controlPath(dataDir), { status, run });
      closeSocket = socket.close;
    },
    close: async () => {
      await closeSocket?.();
      actions?.close();
      await lines.takeOut();
    },
  };
}

/** Runs one command at a time, from any sender; a failed one doesn't stop the next. */
function inTurn<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  let last: Promise<unknown> = Promise.resolve();
  return (...args: Args): Promise<Result> => {
    const turn = last.then(() => work(...args));
    last = turn.catch(() => undefined);
    return turn;
  };
}
