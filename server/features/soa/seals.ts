import { createHash } from 'node:crypto';
import type { SoaVerification } from '#contract/soa.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Seal } from '../../seal.ts';

export type SealKind = 'signed' | 'completed';

const PURPOSE = 'scope of appointment seal';

/** Before the first seal of an account. */
const NOTHING = Buffer.alloc(32);

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

interface Link {
  readonly seq: number;
  readonly kind: SealKind;
  readonly at: Date;
  readonly evidence_hash: Buffer;
  readonly pdf_hash: Buffer;
  readonly previous: Buffer;
}

/** What a seal says beyond the one before it. Anyone can check it with SHA-256 alone (decision 157). */
const lineOf = ({ seq, kind, at, evidence_hash: evidence, pdf_hash: pdf }: Link): string =>
  [seq, kind, at.toISOString(), evidence.toString('hex'), pdf.toString('hex')].join(' ');

const hashOf = (link: Link): Buffer => sha256(link.previous, lineOf(link));

/** Taken before any other lock of the transaction: one seal after another in each account. */
export const lockSeals = (tx: Tx) =>
  tx.raw(`select pg_advisory_xact_lock(hashtextextended('soa seals', app_account_id()))`);

export interface Sealing {
  readonly id: number;
  readonly kind: SealKind;
  /** Canonical JSON. */
  readonly evidence: string;
  readonly pdf: Buffer;
  readonly at: Date;
}

/** Appends a seal to the account's chain, whose lock is held. Returns its hash in hexadecimal. */
export async function appendSeal(tx: Tx, seal: Seal, { id, kind, evidence, pdf, at }: Sealing): Promise<string> {
  const [last] = await tx.raw<{ seq: number; hash: Buffer }>(
    'select seq, hash from soa_seals where account_id = app_account_id() order by seq desc limit 1',
  );
  const link: Link = {
    seq: (last?.seq ?? 0) + 1,
    kind,
    at,
    evidence_hash: sha256(evidence),
    pdf_hash: sha256(pdf),
    previous: last?.hash ?? NOTHING,
  };
  const hash = hashOf(link);
  await tx.raw(
    `insert into soa_seals (account_id, seq, soa_request_id, kind, at, evidence, pdf, evidence_hash, pdf_hash, previous, hash,
       signature)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      link.seq,
      id,
      kind,
      at,
      evidence,
      pdf,
      link.evidence_hash,
      link.pdf_hash,
      link.previous,
      hash,
      seal.fingerprint(hash.toString('hex'), PURPOSE),
    ],
  );
  return hash.toString('hex');
}

interface SealRow extends Link {
  readonly evidence: string | null;
  readonly pdf: Buffer | null;
  readonly hash: Buffer;
  readonly signature: Buffer;
}

const findSeals = (tx: Tx, id: number): Promise<SealRow[]> =>
  tx.raw(
    `select seq, kind, at, evidence, pdf, evidence_hash, pdf_hash, previous, hash, signature from soa_seals
     where soa_request_id = $1 order by seq`,
    [id],
  );

/** The latest document. `null`: nothing was sealed. */
export async function findDocument(tx: Tx, id: number): Promise<Buffer | null> {
  const [row] = await tx.raw<{ pdf: Buffer | null }>(
    'select pdf from soa_seals where soa_request_id = $1 order by seq desc limit 1',
    [id],
  );
  return row?.pdf ?? null;
}

/** What the latest seal covers. `null`: nothing was sealed, or it was removed. */
export async function findLatestEvidence(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx.raw<{ evidence: string | null }>(
    'select evidence from soa_seals where soa_request_id = $1 order by seq desc limit 1',
    [id],
  );
  return row?.evidence ?? null;
}

export interface LatestSeal {
  readonly seq: number;
  readonly at: Date;
  readonly hash: string;
  readonly document_hash: string;
}

export async function findLatestSeal(tx: Tx, id: number): Promise<LatestSeal | null> {
  const [row] = await tx.raw<LatestSeal>(
    `select seq, at, encode(hash, 'hex') as hash, encode(pdf_hash, 'hex') as document_hash from soa_seals
     where soa_request_id = $1 order by seq desc limit 1`,
    [id],
  );
  return row ?? null;
}

interface Neighbors {
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

/** Hash of the seal before, and what the seal after says of this one. */
async function findNeighbors(tx: Tx, seq: number): Promise<Neighbors> {
  const [row] = await tx.raw<Neighbors>(
    `select (select hash from soa_seals where account_id = app_account_id() and seq = $1 - 1) as before, (select previous from soa_seals where account_id = app_account_id() and seq = $1 + 1) as after`,
    [seq],
  );
  return row ?? { before: null, after: null };
}

function faultsOf(seal: Seal, row: SealRow, { before, after }: Neighbors): string[] {
  const name = `Seal ${row.seq}`;
  const isSigned = seal.fingerprints(row.hash.toString('hex'), PURPOSE).some((one) => one.equals(row.signature));
  const isFirst = row.seq === 1;
  return [
    ...(row.evidence !== null && sha256(row.evidence).equals(row.evidence_hash)
      ? []
      : [`${name}: what was agreed to was changed.`]),
    ...(row.pdf !== null && sha256(row.pdf).equals(row.pdf_hash) ? [] : [`${name}: the document was changed.`]),
    ...(hashOf(row).equals(row.hash) ? [] : [`${name}: its own record was changed.`]),
    ...(row.previous.equals(isFirst ? NOTHING : (before ?? Buffer.alloc(0)))
      ? []
      : [`${name}: the seal before it was changed or removed.`]),
    ...(after === null || after.equals(row.hash) ? [] : [`${name}: the seal after it names another one.`]),
    ...(isSigned ? [] : [`${name}: it isn't signed by a key of this installation.`]),
  ];
}

/** Compares the seals of a scope of appointment with what they seal, and with their neighbors. */
export async function verifySeals(tx: Tx, seal: Seal, id: number, at: Date): Promise<SoaVerification> {
  const rows = await findSeals(tx, id);
  const faults: string[] = [];
  for (const row of rows) faults.push(...faultsOf(seal, row, await findNeighbors(tx, row.seq)));
  return {
    intact: rows.length > 0 && faults.length === 0,
    faults,
    seals: rows.map(({ seq, kind, at: sealed, hash, pdf_hash: pdf }) => ({
      seq,
      kind,
      at: sealed.toISOString(),
      hash: hash.toString('hex'),
      document_hash: pdf.toString('hex'),
    })),
    checked_at: at.toISOString(),
  };
}
