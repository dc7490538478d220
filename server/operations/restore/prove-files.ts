import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../backup/manifest.ts';
import { weigh } from '../backup/pack.ts';
import { namesIn } from '../../db/migrations.ts';
import { StartFault } from '../../start-fault.ts';

/**
 * Verifies that every file of a backup exists unchanged.
 * @throws {StartFault} which names the first one that is not.
 */
export async function proveFiles(folder: string, { tables, files, keys }: Manifest): Promise<void> {
  for (const { file, bytes, sha256 } of [...tables, ...files, ...(keys === null ? [] : [keys])]) {
    const found = await stat(join(folder, file)).catch(() => null);
    if (found === null) throw new StartFault(`The backup is incomplete: ${file} is missing. Use another backup.`);
    if (found.size !== bytes) {
      throw new StartFault(
        `The backup is damaged: ${file} has ${found.size} bytes instead of ${bytes}. Use another backup.`,
      );
    }
    if ((await weigh(join(folder, file))).sha256 !== sha256) {
      throw new StartFault(`The backup is damaged: ${file} was changed after the backup. Use another backup.`);
    }
  }
}

/** @throws {StartFault} when a newer version made the backup. */
export function requireKnown({ app, migrations }: Manifest, folder: string): void {
  const known = namesIn(folder);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new StartFault(
    `The backup was made by a newer version of Bellwether (${app}, with ${unknown.join(', ')}). Restore it with that version.`,
  );
}
