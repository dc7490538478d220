import { createHash, createHmac } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { KEY } from '../../adapters/storage/storage.ts';
import { StartFault } from '../../start-fault.ts';

const FILE = 'manifest.json';

/** Layout of a backup. Another number is another layout. */
const FORMAT = 1;

const packed = {
  /** The file as stored: compressed and possibly encrypted. */
  bytes: z.number(),
  sha256: z.string(),
};

const TableEntry = z.object({
  ...packed,
  /** Path inside the backup, as all of them. */
  file: z.string().regex(/^tables\/\w+\.\w+$/),
  schema: z.string(),
  name: z.string(),
  /** In the order of the file; generated columns are not in it. */
  columns: z.array(z.string()),
  rows: z.number(),
  /** Sum over a 64-bit hash of each row, in no order. */
  content: z.string(),
});
export type TableEntry = z.output<typeof TableEntry>;

const SequenceEntry = z.object({
  schema: z.string(),
  name: z.string(),
  value: z.number(),
  /** True when `value` was already used. */
  called: z.boolean(),
});
export type SequenceEntry = z.output<typeof SequenceEntry>;

const FileEntry = z
  .object({
    ...packed,
    file: z.string(),
    /** Key in the storage. */
    key: z.string().regex(KEY),
  })
  .refine(({ file, key }) => file === `files/${key}`);
export type FileEntry = z.output<typeof FileEntry>;

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of Bellwether. */
  app: z.string(),
  /** Version of PostgreSQL. */
  postgres: z.string(),
  /** The database, without its password. */
  source: z.string(),
  /** Installation that made it (`installationOf`). */
  installation: z.string(),
  started_at: z.string(),
  finished_at: z.string(),
  /** Migrations that the database had, in their order. */
  migrations: z.array(z.string()),
  /** Version of the schema of the job queue. */
  queue: z.number(),
  /** Fingerprint of BACKUP_KEY; null: the files are not sealed. */
  sealed_with: z.string().nullable(),
  /** Fingerprints of the keys that open the secrets in the database. */
  secret_keys: z.array(z.string()),
  /** The file that holds these keys; null: they are not in the backup. */
  keys: z.object({ ...packed, file: z.literal('keys') }).nullable(),
  tables: z.array(TableEntry),
  sequences: z.array(SequenceEntry),
  files: z.array(FileEntry),
  /** Keys that rows name and the storage did not have. */
  missing_files: z.array(z.string()),
  /** Location of the files, when they are in a bucket. */
  bucket: z.string().nullable().default(null),
});
export type Manifest = z.output<typeof Manifest>;

const Origin = Manifest.pick({ source: true, installation: true });
export type Origin = z.output<typeof Origin>;

/** The first 8 digits tell keys apart and give nothing away. */
export const fingerprintOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** Proof that a manifest is unchanged; with a key, also of its author. */
const proofOf = (text: string, key: Buffer | null): string =>
  (key === null ? createHash('sha256') : createHmac('sha256', key)).update(text).digest('hex');

/** Writes the manifest to disk for good. A folder without one is no backup. */
export function writeManifest(folder: string, manifest: Manifest, key: Buffer | null): void {
  const body = JSON.stringify(manifest, null, 1);
  writeFileSync(join(folder, FILE), `{"proof": "${proofOf(body, key)}", "manifest":\n${body}}\n`, { flush: true });
  syncFolder(folder);
}

export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Installation that made the backup in a folder, as its manifest claims without proof. `null`: no claim. */
export function readOrigin(folder: string): Origin | null {
  try {
    return Origin.parse(parse(readFileSync(join(folder, FILE), 'utf8'))?.manifest);
  } catch {
    return null;
  }
}

/**
 * With a key, a backup that is not sealed is read only where `unsealed` says so: nothing proves who made it.
 * @throws {StartFault} when the folder holds no backup that this version can read.
 */
export function readManifest(folder: string, key: Buffer | null, unsealed = false): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, FILE), 'utf8');
  } catch {
    throw new StartFault(`${folder} isn't a backup: it has no ${FILE}.`);
  }
  const { proof, manifest } = parse(text) ?? {};
  const format = (manifest as { format?: unknown } | undefined)?.format;
  if (typeof format === 'number' && format > FORMAT) {
    throw new StartFault(`${folder} was made by a newer version of Bellwether. Restore it with that version.`);
  }
  const read = Manifest.safeParse(manifest);
  if (!read.success) throw new StartFault(`The manifest of ${folder} is damaged. Use another backup.`);
  const { sealed_with: sealedWith } = read.data;
  if (sealedWith === null && key !== null && !unsealed) {
    throw new StartFault(
      `${folder} isn't sealed although BACKUP_KEY is set, so anyone could have made it. Add --unsealed if you trust it.`,
    );
  }
  if (sealedWith !== null && key === null) {
    throw new StartFault(`${folder} is sealed. Set BACKUP_KEY to the key with the fingerprint ${sealedWith}.`);
  }
  if (sealedWith !== null && key !== null && fingerprintOf(key) !== sealedWith) {
    throw new StartFault(
      `${folder} is sealed with a different key. Set BACKUP_KEY to the one with the fingerprint ${sealedWith}.`,
    );
  }
  const body = text.slice(text.indexOf('\n') + 1, text.lastIndexOf('}'));
  if (proof !== proofOf(body, sealedWith === null ? null : key)) {
    throw new StartFault(`The manifest of ${folder} was changed after the backup. Use another backup.`);
  }
  return read.data;
}

function parse(text: string): { proof?: unknown; manifest?: unknown } | null {
  try {
    return JSON.parse(text) as { proof?: unknown; manifest?: unknown };
  } catch {
    return null;
  }
}
