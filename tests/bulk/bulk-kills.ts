import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface KillPlan {
  /** A program that says something when it begins its work, with its arguments. */
  readonly worker: readonly string[];
  readonly kills: number;
  /** Milliseconds into its work at which a worker is killed at the latest. */
  readonly withinMs: number;
  /** From 0 to 1; a seeded one repeats a plan. */
  readonly random: () => number;
}

/**
 * Lets workers do a job, kills so many of them with SIGKILL at random moments of their work, and lets the last one end.
 * Answers how many kills hit one at work.
 */
export async function workUnderKills(plan: KillPlan): Promise<number> {
  let hits = 0;
  for (let kill = 0; kill < plan.kills; kill += 1) {
    if (await startedAndKilled(plan)) hits += 1;
  }
  const [code] = await once(startWorker(plan), 'exit');
  if (code !== 0) throw new Error(`The last worker ended with ${String(code)}.`);
  return hits;
}

const startWorker = ({ worker }: KillPlan) => spawn(process.execPath, worker, { stdio: ['ignore', 'pipe', 'ignore'] });

/** False: it had ended before. */
async function startedAndKilled(plan: KillPlan): Promise<boolean> {
  const worker = startWorker(plan);
  const exit = once(worker, 'exit');
  await once(worker.stdout, 'data');
  await sleep(plan.random() * plan.withinMs);
  worker.kill('SIGKILL');
  const [, signal] = await exit;
  return signal === 'SIGKILL';
}
