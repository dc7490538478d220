import type { Tx } from '../../db/tx.ts';
import { SAMPLE_DOMAINS } from '../custom-domains/sample-zone.ts';

/** A domain that still points to an old website, and one that is right: the first checks say so. */
export async function insertDemoDomains(tx: Tx, accountId: number, now: Date): Promise<void> {
  for (const domain of Object.values(SAMPLE_DOMAINS))
    await tx.raw(
      `insert into custom_domains (account_id, business_unit_id, custom_domain, next_check_at, created_at)
       values ($1, (select min(id) from business_units where account_id = $1), $2, $3, $3)`,
      [accountId, domain, now],
    );
}
