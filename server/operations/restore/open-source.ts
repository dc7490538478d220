import { readManifest } from '../backup/manifest.ts';
import type { Source } from './load.ts';
import { proveFiles, requireKnown } from './prove-files.ts';

export interface SourceOptions {
  readonly folder: string;
  /** BACKUP_KEY of this installation. */
  readonly key: Buffer | null;
  /** Accepts an unencrypted backup although there is a key; default: refused. */
  readonly unsealed?: boolean;
  readonly migrations: string;
}

/**
 * A backup that is whole, unchanged and of a version that is known here.
 * @throws {StartFault} which says what is wrong with it.
 */
export async function openSource({ folder, key, unsealed = false, migrations }: SourceOptions): Promise<Source> {
  const manifest = readManifest(folder, key, unsealed);
  requireKnown(manifest, migrations);
  await proveFiles(folder, manifest);
  return { folder, manifest, key: manifest.sealed_with === null ? null : key };
}
