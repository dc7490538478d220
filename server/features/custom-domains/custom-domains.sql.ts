import type { CustomDomain, DnsRecord, DomainCheck, DomainFault } from '#contract/custom-domains.contract.ts';
import type { Standing } from '#rules/custom-domains/domain-standing.ts';
import type { Tx } from '../../db/tx.ts';

export interface DomainRow extends Standing {
  readonly id: number;
  readonly account_id: number;
  readonly business_unit_id: number | null;
  readonly custom_domain: string;
  readonly fault: DomainFault | null;
  readonly records: DnsRecord[];
  readonly checks: DomainCheck[];
  readonly checked_at: Date | null;
  readonly next_check_at: Date | null;
}

const COLUMNS = `id, account_id, business_unit_id, custom_domain, status, fault, records, checks, checked_at, next_check_at,
  verified_at, failing_since, created_at`;

export const findDomain = async (tx: Tx, id: number): Promise<DomainRow | null> =>
  (await tx.raw<DomainRow>(`select ${COLUMNS} from custom_domains where id = $1`, [id]))[0] ?? null;

/** `null`: it is gone, or has another name now. */
export const lockDomain = async (tx: Tx, id: number, domain: string): Promise<DomainRow | null> =>
  (
    await tx.raw<DomainRow>(`select ${COLUMNS} from custom_domains where id = $1 and custom_domain = $2 for update`, [
      id,
      domain,
    ])
  )[0] ?? null;

export async function saveCheck(tx: Tx, row: DomainRow): Promise<void> {
  await tx.raw(
    `update custom_domains set status = $2, fault = $3, records = $4, checks = $5, checked_at = $6, next_check_at = $7,
       verified_at = $8, failing_since = $9 where id = $1`,
    [
      row.id,
      row.status,
      row.fault,
      JSON.stringify(row.records),
      JSON.stringify(row.checks),
      row.checked_at,
      row.next_check_at,
      row.verified_at,
      row.failing_since,
    ],
  );
}

/** Forgets the checks of another name. */
export const resetDomain = (tx: Tx, id: number, at: Date) =>
  tx.raw(
    `update custom_domains set status = 'pending', fault = null, records = '[]', checks = '[]', checked_at = null,
       next_check_at = $2, verified_at = null, failing_since = null, created_at = $2 where id = $1`,
    [id, at],
  );

export const countDomains = async (tx: Tx): Promise<number> =>
  (await tx.raw<{ count: number }>('select count(*)::int as count from custom_domains'))[0]?.count ?? 0;

export const isNamed = async (tx: Tx, domain: string, besides: number): Promise<boolean> =>
  (await tx.raw('select from custom_domains where custom_domain = $1 and id <> $2', [domain, besides])).length > 0;

/** False: another account has proven that the name is theirs, or has released it only recently. */
export const ownDomain = async (tx: Tx, domain: string, at: Date): Promise<boolean> =>
  (await tx.raw<{ own_domain: boolean }>('select own_domain($1, $2)', [domain, at]))[0]?.own_domain === true;

export const releaseDomain = (tx: Tx, domain: string, heldUntil: Date) =>
  tx.raw('update domain_owners set held_until = $2 where custom_domain = $1', [domain, heldUntil]);

export interface ServedDomain {
  readonly id: CustomDomain['id'];
  readonly account_id: number;
  readonly business_unit_id: number | null;
  readonly custom_domain: string;
}

export const findServed = async (tx: Pick<Tx, 'raw'>, host: string): Promise<ServedDomain | null> =>
  (
    await tx.raw<ServedDomain>('select id, account_id, business_unit_id, custom_domain from find_served_domain($1)', [
      host,
    ])
  )[0] ?? null;
