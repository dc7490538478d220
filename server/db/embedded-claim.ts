import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFault } from '../start-fault.ts';
import { birthOf } from './embedded-process.ts';

const FILE = 'running.pid';

/** Age below which an unreadable claim counts as being written, in ms. Our choice. */
const WRITING_MS = 2_000;

export interface Claim {
  release(): void;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Process named in a claim, or `null` when it is dead, even if another process has its id. */
function holderOf(path: string): number | null {
  const text = readFileSync(path, 'utf8');
  const [pid, birth] = text.trim().split(' ');
  if (birth !== undefined) return birthOf(Number(pid)) === birth ? Number(pid) : null;
  return Date.now() - statSync(path).mtimeMs < WRITING_MS ? -1 : null;
}

/** Holder of a folder: a process, a dead process (`dead`), or none (`free`). Changes nothing. */
export function claimOn(folder: string): number | 'dead' | 'free' {
  const path = join(folder, FILE);
  try {
    return holderOf(path) ?? 'dead';
  } catch {
    return 'free';
  }
}

/** Removes a dead claim. The rename settles a race between two processes: the moved file is checked again. */
function clearDead(path: string): void {
  const aside = `${path}.${process.pid}`;
  renameSync(path, aside);
  if (holderOf(aside) === null) rmSync(aside);
  else renameSync(aside, path);
}

/**
 * Claims a folder for this process until it releases it or dies, however it dies.
 * @throws {StartFault} when a living process holds it.
 */
export function claimFolder(folder: string): Claim {
  const path = join(folder, FILE);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      writeFileSync(path, `${process.pid} ${birthOf(process.pid)}\n`, { flag: 'wx' });
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    try {
      const holder = holderOf(path);
      if (holder !== null) throw refusal(folder, holder);
      clearDead(path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
  throw refusal(folder, -1);
}

const refusal = (folder: string, pid: number) =>
  new StartFault(
    `Bellwether is already using ${folder}${pid > 0 ? ` (process ${pid})` : ''}. Stop it first, or set DATA_DIR to another folder.`,
  );
