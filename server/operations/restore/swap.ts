import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSIDE, MOVING, POINTER } from '../../db/embedded-home.ts';
import { KEY_FILE } from '../../seal.ts';
import { syncFolder } from '../backup/manifest.ts';

/** In a data folder: where a restore makes the new one. */
export const FRESH = 'restoring';

/** Parts of a data folder that belong to its data. */
export const PARTS = [INSIDE, POINTER, 'files', KEY_FILE] as const;

interface Moves {
  /** Folder in the data folder that takes what was there. */
  readonly aside: string;
  readonly out: readonly string[];
  readonly in: readonly string[];
}

/**
 * Sets the data in a data folder aside and moves the restored data in. The plan is stored before it begins, so that it
 * can be completed after a kill; until then nothing starts here (`prepareDataDir`). Returns the location of the old
 * data; `null` when there was none.
 */
export function swap(dataDir: string, now: Date): string | null {
  const fresh = PARTS.filter((name) => existsSync(join(dataDir, FRESH, name)));
  const out = PARTS.filter(
    // The key stays when the backup brings none; a cluster is its folder or its pointer.
    (name) => existsSync(join(dataDir, name)) && (name !== KEY_FILE || fresh.includes(KEY_FILE)),
  );
  const aside = `before-restore-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const moves: Moves = { aside, out, in: fresh };
  writeFileSync(join(dataDir, `${MOVING}.new`), JSON.stringify(moves), { flush: true });
  renameSync(join(dataDir, `${MOVING}.new`), join(dataDir, MOVING));
  syncFolder(dataDir);
  return finishSwap(dataDir);
}

/** Ends a swap that was begun. `null`: there is none, or there was nothing to set aside. */
export function finishSwap(dataDir: string): string | null {
  const note = join(dataDir, MOVING);
  if (!existsSync(note)) return null;
  const { aside, out, in: fresh } = JSON.parse(readFileSync(note, 'utf8')) as Moves;
  const old = join(dataDir, aside);
  if (out.length > 0) mkdirSync(old, { recursive: true, mode: 0o711 });
  for (const name of out) {
    if (!existsSync(join(old, name))) renameSync(join(dataDir, name), join(old, name));
  }
  for (const name of fresh) {
    if (existsSync(join(dataDir, FRESH, name))) renameSync(join(dataDir, FRESH, name), join(dataDir, name));
  }
  syncFolder(dataDir);
  rmSync(join(dataDir, FRESH), { recursive: true, force: true });
  rmSync(note);
  return out.length > 0 ? old : null;
}
