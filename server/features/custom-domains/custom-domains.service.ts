import { type CustomDomain, customDomains, type DnsInstructions } from '#contract/custom-domains.contract.ts';
import { GRACE_MS, stepsOf } from '#rules/custom-domains/domain-standing.ts';
import { judgeDomain } from '#rules/custom-domains/judge-domain.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { readRow } from '../../resource/resource.service.ts';
import type { Caller } from '../../resource/table.ts';
import { lookAt, recordCheck } from './check-domain.service.ts';
import type { DomainRow } from './custom-domains.sql.ts';
import { CUSTOM_DOMAINS } from './custom-domains.table.ts';
import { wantedOf } from './inspect-domain.ts';

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Before the first check, the records alone. */
function instructionsOf(
  { config }: Deps,
  { account_id: accountId, custom_domain: domain, records }: DomainRow,
): DnsInstructions {
  // A domain outlives the setting that its records follow from.
  if (config.customDomains === null) return { custom_domain: domain, zone: domain, records, sample: false };
  const wanted = wantedOf(config, accountId, domain);
  return {
    custom_domain: domain,
    zone: wanted.zone,
    records: records.length > 0 ? records : judgeDomain(wanted, null),
    sample: config.customDomains.sample,
  };
}

/** A row as the contract has it. */
export function domainOf(deps: Deps, stored: unknown): CustomDomain {
  const row = stored as DomainRow;
  const { failing_since: since, status } = row;
  return {
    id: row.id,
    business_unit_id: row.business_unit_id,
    custom_domain: row.custom_domain,
    status,
    fault: row.fault,
    verification_steps: stepsOf(status),
    dns_instructions: instructionsOf(deps, row),
    checks: row.checks,
    checked_at: textOf(row.checked_at),
    next_check_at: textOf(row.next_check_at),
    verified_at: textOf(row.verified_at),
    suspends_at: status === 'failing' && since !== null ? new Date(since.getTime() + GRACE_MS).toISOString() : null,
  };
}

const requireRow = async (deps: Deps, identity: Identity, id: number): Promise<DomainRow> =>
  (await readRow(deps, identity, customDomains, CUSTOM_DOMAINS, id)) as unknown as DomainRow;

/** @throws {Refusal} `not_found`. */
export const readInstructions = async (deps: Deps, identity: Identity, id: number): Promise<DnsInstructions> =>
  instructionsOf(deps, await requireRow(deps, identity, id));

/** Asks the DNS now. @throws {Refusal} `not_found`, `access_denied`, `conflict` when the domain was changed during the check, or none are set up. */
export async function verifyDomain(deps: Deps, { identity, requestId }: Caller, id: number): Promise<CustomDomain> {
  const { custom_domain: domain, business_unit_id: unit } = await requireRow(deps, identity, id);
  // What a check finds changes the domain, as a change does.
  if (unit === null && reachOf(identity.roles) !== 'account')
    throw new Refusal('access_denied', 'This custom domain is for the whole account: an administrator checks it.');
  const records = await lookAt(deps, identity.accountId, domain);
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await recordCheck(deps, tx, { id, domain }, records);
    if (row === null) throw new Refusal('conflict', 'The domain was changed during the check. Check it again.');
    await writeAudit(tx, identity, requestId, {
      action: 'custom_domain.checked',
      subjectType: 'custom_domain',
      subjectId: id,
      detail: { domain, status: row.status, fault: row.fault },
    });
    return domainOf(deps, row);
  });
}
