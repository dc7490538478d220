import type { Pool } from '../../server/db/pool.ts';

interface NewOffice {
  readonly accountId: number;
  readonly type?: 'main' | 'branch';
  /** Absent: of the whole agency. */
  readonly unit?: number;
  readonly street?: string;
}

/** An office with a complete address: campaign e-mail carries it. */
export const addOffice = (
  owner: Pool,
  { accountId, type = 'main', unit, street = '100 Congress Ave' }: NewOffice,
): Promise<unknown> =>
  owner.query(
    `insert into office_locations (account_id, business_unit_id, name, office_type, address, city, state, zip_code)
     values ($1, $2, $3, $3, $4, 'Austin', 'TX', '78701')`,
    [accountId, unit ?? null, type, street],
  );
