import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LINUX = existsSync('/proc/self/stat');

/** Interval for checking a stopping process, in ms. Our choice: too short to notice. */
const POLL_MS = 20;

/**
 * Start time of a process, as text that no later process with the same id repeats. `null` when it isn't alive: a zombie
 * counts as dead.
 */
export function birthOf(pid: number): string | null {
  try {
    return LINUX
      ? linuxBirth(pid)
      : execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

function linuxBirth(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in field 2 may hold spaces and brackets: count from its closing bracket. Field 3 is the state, 22 the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
}

export const isAlive = (pid: number): boolean => birthOf(pid) !== null;

/**
 * True when a process has its working directory in a folder, even after the folder is moved; by its command line on
 * systems other than Linux.
 */
export function worksIn(pid: number, folder: string): boolean {
  try {
    if (LINUX) return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(folder);
  } catch {
    return false;
  }
}

/** Sends a signal; a process that has already ended is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits for the end of a process. False when it still lives after `timeoutMs`. */
export async function untilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
