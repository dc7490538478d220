import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { ofUnit } from '../../resource/visibility.ts';

/** @throws {Refusal} `refused` for a corporation that is unknown or not visible. */
export const requireCorporations = (tx: Tx, identity: Identity, field: string, ids: readonly number[]): Promise<void> =>
  requireAll(tx, identity, { field, ids, lock: sql`` });

/** Also locks corporations that a row is about to name against removal. @throws {Refusal} like `requireCorporations`. */
export const lockCorporations = (tx: Tx, identity: Identity, field: string, ids: readonly number[]): Promise<void> =>
  requireAll(tx, identity, { field, ids, lock: sql`for key share of r` });

interface Named {
  readonly field: string;
  readonly ids: readonly number[];
  readonly lock: RawBuilder<unknown>;
}

async function requireAll(tx: Tx, identity: Identity, { field, ids, lock }: Named): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx.all<{ id: number }>(
    sql<{ id: number }>`select r.id from corporations r where r.id = any(${ids}) and ${ofUnit().seen(identity)}
      order by r.id ${lock}`,
  );
  if (found.length < new Set(ids).size) throw refuseField(field, 'Corporation not found.');
}
