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

/** A scanned form or a recording: new, its bytes stored and checked, or one that the contact has already. */
export type Proof =
  | { readonly kept: KeptFile; readonly kind: FileKind; readonly form: SoaForm }
  | { readonly known: sql.ProofFile; readonly form: SoaForm };

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
export async function keepProof(
  deps: Deps,
  file: IncomingFile,
  method: SoaMethod,
): Promise<Extract<Proof, { kept: KeptFile }>> {
  const isCall = method === 'call';
  const kept = await keepCheckedFile(deps, file, {
    maxBytes: MAX_FILE_BYTES,
    types: isCall ? RECORDINGS : SCANS,
    others: isCall ? 'Choose an MP3, WAV, M4A or OGG recording.' : 'Choose a PDF or a picture of the form.',
  });
  return { kept, kind: isCall ? 'call' : 'file', form: formOf(kept, await sha256Of(deps, kept.fileKey)) };
}

/** Hashes a file that the contact has, outside of a transaction: it may be long. `null`: its bytes are gone. */
export async function hashFile(deps: Pick<Deps, 'storage'>, known: sql.ProofFile): Promise<SoaForm | null> {
  try {
    return formOf(known, await sha256Of(deps, known.file_key));
  } catch (error) {
    if (error instanceof MissingFile) return null;
    throw error;
  }
}

/** What was sealed of a file, and what is there of it now. */
export interface Kept {
  readonly sealed: SoaForm;
  /** True: the row says the same of it. */
  readonly isNamed: boolean;
  /** `null`: none. */
  readonly file: sql.ProofFile | null;
}

/** `null`: no file was sealed, or the evidence was changed, which the seals themselves tell. */
export async function keptOf(tx: Tx, row: sql.SoaRow): Promise<Kept | null> {
  const sealed = await sealedForm(tx, row.id);
  if (sealed === null) return null;
  const file = row.file_id === null ? null : await sql.findFileOf(tx, row.file_id, row.contact_id);
  return { sealed, isNamed: isDeepStrictEqual(row.form, sealed), file };
}

/** Compares the stored bytes with what was sealed, whatever the row says now; outside of a transaction. Empty: they are the same. */
export async function proofFaults(deps: Pick<Deps, 'storage'>, { sealed, isNamed, file }: Kept): Promise<string[]> {
  const found = file && (await hashFile(deps, file));
  if (found === null) return [`${sealed.name}: the file is missing.`];
  return isNamed && found.sha256 === sealed.sha256 ? [] : [`${sealed.name}: the file was changed.`];
}

async function sealedForm(tx: Tx, id: number): Promise<SoaForm | null> {
  const evidence = await findLatestEvidence(tx, id);
  try {
    return evidence === null ? null : ((JSON.parse(evidence) as Pick<Evidence, 'form'>).form ?? null);
  } catch {
    return null;
  }
}
