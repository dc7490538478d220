import type { Role } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface DelegateRow {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly agency: string;
  readonly agency_number: string;
  readonly roles: Role[];
  readonly active: boolean;
  readonly granted_at: Date;
  readonly granted_by: string | null;
}

export const findDelegates = (tx: Tx) =>
  tx.raw<DelegateRow>(
    'select id, name, username, agency, agency_number, roles, active, granted_at, granted_by from account_delegates()',
  );

interface Grant {
  readonly username: string;
  readonly agency: string;
  readonly by: number;
  readonly at: Date;
}

/** The id of the person; `null`: there is no such person. */
export async function grantAccess(tx: Tx, { username, agency, by, at }: Grant): Promise<number | null> {
  const [row] = await tx.raw<{ id: number | null }>('select grant_account_access($1, $2, $3, $4) as id', [
    username,
    agency,
    by,
    at,
  ]);
  return row?.id ?? null;
}

/** False: they have none. */
export async function removeAccess(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx.raw<{ removed: boolean }>('select remove_account_access($1) as removed', [id]);
  return row?.removed === true;
}
