import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FileKind, FileType } from '#contract/files.contract.ts';
import { MAX_FILE_BYTES } from '#contract/files.contract.ts';
import type { SoaMethod } from '#contract/soa.contract.ts';
import { MissingFile } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { IncomingFile } from '../../http/bind.ts';
import { keepCheckedFile } from '../files/checked-file.ts';
import type { KeptFile } from '../files/keep-file.ts';
import type { Evidence } from './evidence.ts';
import { findLatestEvidence } from './seals.ts';
import type { SoaForm } from './soa.sql.ts';
import * as sql from './soa.sql.ts';

/** A scanned form or a recording whose bytes are stored and checked. */
export interface Proof {
  readonly kept: KeptFile;
  readonly kind: FileKind;
  readonly form: SoaForm;
}

const SCANS: readonly FileType[] = ['pdf', 'png', 'jpg', 'webp'];
const RECORDINGS: readonly FileType[] = ['mp3', 'wav', 'm4a', 'ogg'];

/** Hexadecimal. @throws {MissingFile} */
async function sha256Of({ storage }: Pick<Deps, 'storage'>, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of await storage.open(key)) hash.update(part as Buffer);
  return hash.digest('hex');
}

const formOf = ({ name, type, bytes }: Pick<KeptFile, 'name' | 'type' | 'bytes'>, sha256: string): SoaForm => ({
  name,
  type,
  bytes,
  sha256,
});

/** Stores what was sent with a form on paper, or with a call. @throws {Refusal} `refused` at `file`. */
export async function keepProof(deps: Deps, file: IncomingFile, method: SoaMethod): Promise<Proof> {
  const isCall = method === 'call';
  const kept = await keepCheckedFile(deps, file, {
    maxBytes: MAX_FILE_BYTES,
    types: isCall ? RECORDINGS : SCANS,
    others: isCall ? 'Choose an MP3, WAV, M4A or OGG recording.' : 'Choose a PDF or a picture of the form.',
  });
  return { kept, kind: isCall ? 'call' : 'file', form: formOf(kept, await sha256Of(deps, kept.fileKey)) };
}

/** What is sealed of a file that the contact has; `null`: no such file, or it isn't checked yet. */
export async function proofOfFile(deps: Deps, tx: Tx, fileId: number, contactId: number): Promise<SoaForm | null> {
  const file = await sql.findFileOf(tx, fileId, contactId);
  return file && formOf(file, await sha256Of(deps, file.file_key));
}

/** Compares the stored bytes with what was sealed, whatever the row says now. Empty: they are the same, or none were stored. */
export async function proofFaults(deps: Deps, tx: Tx, row: sql.SoaRow): Promise<string[]> {
  const form = await sealedForm(tx, row.id);
  if (form === null) return [];
  const isNamed = isDeepStrictEqual(row.form, form);
  const file = row.file_id === null ? null : await sql.findFileOf(tx, row.file_id, row.contact_id);
  const sha256 =
    file &&
    (await sha256Of(deps, file.file_key).catch((error: unknown) => {
      if (error instanceof MissingFile) return null;
      throw error;
    }));
  if (sha256 === null) return [`${form.name}: the file is missing.`];
  return isNamed && sha256 === form.sha256 ? [] : [`${form.name}: the file was changed.`];
}

/** The form of the latest seal; `null` also where its evidence was changed, which the seals themselves tell. */
async function sealedForm(tx: Tx, id: number): Promise<SoaForm | null> {
  const evidence = await findLatestEvidence(tx, id);
  try {
    return evidence === null ? null : ((JSON.parse(evidence) as Pick<Evidence, 'form'>).form ?? null);
  } catch {
    return null;
  }
}
