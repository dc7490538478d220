import type { ImportColumn } from '#contract/imports/rows.contract.ts';
import { isOwnerHeader } from '#rules/imports/owner-columns.ts';
import type { Tx } from '../../../db/tx.ts';
import { ownerNamed, ownersByName } from '../cells/read-owner.ts';
import type { Viewer } from '../imports.sql.ts';
import { readAssignable } from './import-choices.sql.ts';

/** Columns with the owner suggested for the first whose header names one and most of whose values are known users. */
export async function withOwnerColumn<Column extends ImportColumn>(
  tx: Tx,
  viewer: Viewer,
  columns: readonly Column[],
): Promise<readonly Column[]> {
  if (!columns.some(({ header }) => isOwnerHeader(header))) return columns;
  const owners = ownersByName(viewer.userId, await readAssignable(tx, viewer));
  const found = columns.find(({ header, samples }) => {
    const filled = samples.filter((sample) => sample.trim() !== '');
    const known = filled.filter((sample) => ownerNamed(sample, owners) != null);
    return isOwnerHeader(header) && known.length * 2 > filled.length;
  });
  return columns.map((column) => (column === found ? { ...column, suggestion: 'owner', confidence: 1 } : column));
}
