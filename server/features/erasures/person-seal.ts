import type { Tx } from '../../db/tx.ts';
import type { Seal } from '../../seal.ts';
import type { ErasureRow } from './erasures.sql.ts';
import type { Person } from './identifiers.ts';
import { openFor, sealFor } from './subject-keys.ts';

/** Its key is deleted as soon as the erasure is done. */
const working = (id: number) => ({ type: 'erasing', id });
/** Its key stays as long as evidence is kept. */
const lasting = (id: number) => ({ type: 'erasure', id });

/** The person as a running erasure knows them. */
export const sealedPerson = (tx: Tx, seal: Seal, erasureId: number, person: Person): Promise<Buffer> =>
  sealFor(tx, seal, working(erasureId), JSON.stringify(person));

/** @throws when the person wasn't read before. */
export async function openPerson(tx: Tx, seal: Seal, { id, identifiers }: ErasureRow): Promise<Person> {
  const opened = identifiers && (await openFor(tx, seal, working(id), identifiers));
  if (opened === null) throw new Error(`The values of erasure ${id} can't be read.`);
  return JSON.parse(opened) as Person;
}

/** The reason of a running erasure, which may name the person. */
export const sealedReason = (tx: Tx, seal: Seal, erasureId: number, reason: string): Promise<Buffer> =>
  sealFor(tx, seal, working(erasureId), reason);

/** The reason as it stays. */
export async function settleReason(
  tx: Tx,
  seal: Seal,
  erasure: ErasureRow,
  mask: (text: string) => string,
): Promise<Buffer | null> {
  const opened = await openReason(tx, seal, erasure);
  return opened === null ? null : sealFor(tx, seal, lasting(erasure.id), mask(opened));
}

/** `null`: none, or its key is gone. */
export const openReason = async (tx: Tx, seal: Seal, { id, status, reason }: ErasureRow): Promise<string | null> =>
  reason && (await openFor(tx, seal, status === 'running' ? working(id) : lasting(id), reason));

/** What a law keeps of an erased person; `null`: nothing, or no longer. */
export const openEvidence = async (tx: Tx, seal: Seal, { id, evidence }: ErasureRow): Promise<string | null> =>
  evidence && (await openFor(tx, seal, lasting(id), evidence));
