import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '#rules/time/back-off.ts';
import { StartFault } from '../start-fault.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');

/** Time for a child to stop before it is killed, in ms. Our choice: with PostgreSQL's 15 s below 30 s. */
const STOP_MS = 14_000;

/** First and longest pause before a crashed child starts again, in ms. Ours. */
const PAUSE_MS = { first: 500, longest: 30_000 } as const;

/** A child that lived this long starts over with the first pause, in ms. Ours. */
const STEADY_MS = 60_000;

/** Time to wait for a child to be ready, in ms. Our choice: PostgreSQL may have to recover first. */
const READY_MS = 40_000;

/** Size at which a log is set aside at the start of its child, in bytes. Ours. */
const LOG_MAX = 20 * 2 ** 20;

/**
 * Options that keep the memory of `jobs` flat: garbage is collected early, for a little more CPU time in a process that
 * mostly waits. Source: measured, 70 MB less growth over an import.
 */
export const JOBS_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=20'] as const;

/** Messages of a child to its supervisor. */
export type ChildMessage = { type: 'ready'; url: string | null } | { type: 'fault'; sentence: string };

export interface ChildSpec {
  name: string;
  /** Read again at each start. */
  env: () => NodeJS.ProcessEnv;
  /** File that takes its output; `null` means our standard error. */
  logPath: string | null;
  /** Time limit for stopping, in ms; absent: `STOP_MS`. */
  stopMs?: number;
  /** Absent means the server's own entry with `name` as its role. */
  script?: string;
  /** Takes what the child says besides of `ChildMessage`; `reply` reaches the child that has spoken. */
  hear?: (message: { type: string }, reply: (message: object) => void) => void;
}

/** Opens a log for appending, and sets a large one aside. */
export function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX) renameSync(path, `${path}.1`);
  return openSync(path, 'a');
}

/** The channel is what ties the two lives together: a child ends when it closes, however its supervisor died. */
function spawnChild(spec: ChildSpec, hear: (message: ChildMessage) => void): ChildProcess {
  const { name, env, logPath, script } = spec;
  const output = logPath === null ? 2 : openLog(logPath);
  const args = script === undefined ? [...(name === 'jobs' ? JOBS_FLAGS : []), MAIN, name] : [script];
  const child = spawn(process.execPath, args, { env: env(), stdio: ['ignore', output, output, 'ipc'] });
  if (output !== 2) closeSync(output);
  child.on('message', (message: { type: string }) => {
    if (message.type === 'ready' || message.type === 'fault') hear(message as ChildMessage);
    else spec.hear?.(message, (reply) => tellChild(child, reply));
  });
  return child;
}

function tellChild(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => undefined);
}

/** Settles with the child's end; the process may have failed to start at all. */
const endOf = (child: ChildProcess) =>
  new Promise<string>((done) => {
    child.on('error', (error) => done(error.message));
    child.on('exit', (code, signal) => done(signal ?? (code === 0 ? '' : `exit code ${code}`)));
  });

async function stopProcess(
  child: ChildProcess,
  ended: Promise<string>,
  { stopMs = STOP_MS }: ChildSpec,
): Promise<void> {
  child.kill('SIGTERM');
  const hurry = new AbortController();
  const kill = sleep(stopMs, undefined, { signal: hurry.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  );
  await ended;
  hurry.abort();
  await kill;
}

const fault = ({ name, logPath }: ChildSpec, how: string) =>
  new StartFault(`Bellwether's ${name} process failed to start (${how}). See ${logPath ?? 'the log above'}.`);

export interface Task {
  /** @throws {StartFault} with the child's own sentence where it had one. */
  done: Promise<void>;
  stop(): Promise<void>;
}

/** Runs a child to its end. */
export function runTask(spec: ChildSpec): Task {
  let sentence: string | null = null;
  const child = spawnChild(spec, (message) => {
    if (message.type === 'fault') sentence = message.sentence;
  });
  const ended = endOf(child);
  const settle = async () => {
    const how = await ended;
    if (sentence !== null) throw new StartFault(sentence);
    if (how !== '') throw fault(spec, how);
  };
  return { done: settle(), stop: () => stopProcess(child, ended, spec) };
}

const lateSentence = ({ name, logPath }: ChildSpec, ms: number) =>
  `Bellwether's ${name} process isn't ready after ${ms / 1_000} s and keeps trying. See ${logPath ?? 'the log above'}.`;

/** @throws {StartFault} with the sentence when the work takes longer. */
async function within(ms: number, work: Promise<void>, sentence: string): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new StartFault(sentence)), ms);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** State of a service's process. */
export interface ServiceFacts {
  /** `null`: none runs now. */
  readonly pid: number | null;
  readonly bornAt: number;
  /** Number of starts. */
  readonly starts: number;
}

export interface Service {
  /** Starts it. Settles with its address (`null` when it has none) once it is ready the first time. @throws {StartFault} */
  start(): Promise<string | null>;
  /** Stops the process; the service restarts it immediately. */
  restart(): Promise<void>;
  /** Stops the process and keeps it down until `release`. */
  hold(): Promise<void>;
  release(): void;
  /** Settles once the process is ready that runs or comes next. @throws {StartFault} when that takes too long. */
  ready(): Promise<void>;
  facts(): ServiceFacts;
  /** Nothing happens while none runs. */
  signal(name: NodeJS.Signals): void;
  send(message: object): void;
  stop(): Promise<void>;
}

/** Keeps a child running: one that ends after it was ready once is started again, with growing pauses. */
export function keepService(spec: ChildSpec, tell: (sentence: string) => void, readyMs = READY_MS): Service {
  const over = new AbortController();
  let current: { child: ChildProcess; ended: Promise<string> } | null = null;
  let restarting = false;
  let held: PromiseWithResolvers<void> | null = null;
  let ready = Promise.withResolvers<void>();
  let bornAt = 0;
  let starts = 0;

  const run = async (onReady: (url: string | null) => void): Promise<{ how: string; sentence: string | null }> => {
    let sentence: string | null = null;
    let isReady = false;
    const child = spawnChild(spec, (message) => {
      if (message.type === 'fault') sentence = message.sentence;
      else {
        isReady = true;
        onReady(message.url);
        ready.resolve();
      }
    });
    current = { child, ended: endOf(child) };
    bornAt = Date.now();
    starts += 1;
    const how = await current.ended;
    current = null;
    if (isReady) ready = Promise.withResolvers<void>();
    return { how, sentence };
  };

  const keep = async (first: PromiseWithResolvers<string | null>) => {
    let ends = 0;
    let wasReady = false;
    while (!over.signal.aborted) {
      const { how, sentence } = await run((url) => {
        wasReady = true;
        first.resolve(url);
      });
      if (over.signal.aborted) return first.resolve(null);
      if (!wasReady) return first.reject(sentence === null ? fault(spec, how) : new StartFault(sentence));
      if (restarting || Date.now() - bornAt > STEADY_MS) ends = 0;
      if (!restarting) {
        tell(`The ${spec.name} process ended (${sentence ?? (how || 'exit code 0')}). Restarting it.`);
        await sleep(backOff(PAUSE_MS, ends), undefined, { signal: over.signal }).catch(() => undefined);
        ends += 1;
      }
      restarting = false;
      await held?.promise;
    }
  };
  const end = async () => {
    restarting = current !== null;
    // A stopped process receives no messages.
    current?.child.kill('SIGCONT');
    if (current !== null) await stopProcess(current.child, current.ended, spec);
  };

  return {
    start: () => {
      const first = Promise.withResolvers<string | null>();
      keep(first).catch((error: unknown) => first.reject(error));
      return first.promise;
    },
    restart: end,
    hold: () => {
      held ??= Promise.withResolvers<void>();
      return end();
    },
    release: () => {
      held?.resolve();
      held = null;
    },
    ready: () => within(readyMs, ready.promise, lateSentence(spec, readyMs)),
    facts: () => ({ pid: current?.child.pid ?? null, bornAt, starts }),
    signal: (name) => void current?.child.kill(name),
    send: (message) => {
      if (current !== null) tellChild(current.child, message);
    },
    stop: async () => {
      over.abort();
      held?.resolve();
      await end();
    },
  };
}
