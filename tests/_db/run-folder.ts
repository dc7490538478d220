import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';

/** Bytes free of both. Ours: a run keeps some hundred megabytes, and PostgreSQL's log may come to 4 GB. */
const ROOM = 6 * 2 ** 30;

/**
 * Makes the data folder of one run, in memory where there is room: each test file copies and drops a database of a
 * thousand files, and the file system of a disk keeps books about every one of them.
 */
export function makeRunFolder(prefix: string): string {
  if (!hasRoom()) return mkdtempSync(join(tmpdir(), `${prefix}-`));
  dropLeftBehind(prefix);
  return mkdtempSync(join(IN_MEMORY, `${prefix}-`));
}

/** Milliseconds after which a folder belongs to a run that was killed. Ours: the longest run takes an hour. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;

/** A restart empties memory, and nothing else does. */
function dropLeftBehind(prefix: string): void {
  for (const name of readdirSync(IN_MEMORY).filter((each) => each.startsWith(`${prefix}-`))) {
    const folder = join(IN_MEMORY, name);
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made > LEFT_BEHIND_MS) rmSync(folder, { recursive: true, force: true });
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    // PostgreSQL's programs are copied beside its data where its account cannot reach them.
    const mayRun = !/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/mu.test(readFileSync('/proc/mounts', 'utf8'));
    return mayRun && Math.min(bavail * bsize, freemem()) >= ROOM;
  } catch {
    return false;
  }
}
