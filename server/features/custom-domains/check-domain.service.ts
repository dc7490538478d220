import { isDeepStrictEqual } from 'node:util';
import { CHECKS_KEPT, customDomains, type DnsRecord } from '#contract/custom-domains.contract.ts';
import { HELD_MS, nextCheckAfter, standingAfter } from '#rules/custom-domains/domain-standing.ts';
import { faultIn } from '#rules/custom-domains/judge-domain.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { accountStream, unitStream, unitsStream } from '../../events.ts';
import { tellChange } from '../../resource/resource.service.ts';
import { type DomainRow, findDomain, lockDomain, ownDomain, releaseDomain, saveCheck } from './custom-domains.sql.ts';
import { mailSuspension } from './mail-suspension.ts';
import { dnsOf, inspectDomain, wantedOf } from './inspect-domain.ts';

type Use = Pick<Deps, 'pool' | 'config' | 'now' | 'log' | 'mailer'>;

/** Interval for looking at what is due, in ms. Ours. */
export const DOMAINS_EVERY_MS = 15_000;
/** Domains that are looked at side by side: name servers that don't answer hold up few others. Ours. */
const AT_ONCE = 8;

/** Asks the DNS, outside of any transaction. */
export const lookAt = ({ config }: Pick<Deps, 'config'>, accountId: number, domain: string): Promise<DnsRecord[]> =>
  inspectDomain(dnsOf(config, accountId), wantedOf(config, accountId, domain));

/** Keeps what a check has found, and tells the pages that show the domain. `null`: it is gone, or has another name now. */
export async function recordCheck(
  deps: Pick<Deps, 'now' | 'config' | 'mailer'>,
  tx: Tx,
  { id, domain }: { readonly id: number; readonly domain: string },
  records: DnsRecord[],
): Promise<DomainRow | null> {
  const before = await lockDomain(tx, id, domain);
  if (before === null) return null;
  const at = deps.now();
  const wrong = faultIn(records);
  const fault = wrong === null && !(await ownDomain(tx, domain, at)) ? 'taken' : wrong;
  const standing = standingAfter(before, fault, at);
  const { status } = standing;
  if (status === 'suspended' && before.status !== 'suspended') {
    await releaseDomain(tx, domain, new Date(at.getTime() + HELD_MS));
    await mailSuspension(deps, tx, before);
  }
  const [last] = before.checks;
  const isNew = last === undefined || last.status !== status || last.fault !== fault;
  const row: DomainRow = {
    ...before,
    ...standing,
    fault,
    records,
    checks: isNew ? [{ at: at.toISOString(), status, fault }, ...before.checks].slice(0, CHECKS_KEPT) : before.checks,
    checked_at: at,
    next_check_at: nextCheckAfter(standing, at),
  };
  await saveCheck(tx, row);
  if (isNew || !isDeepStrictEqual(before.records, records))
    await tellChange(tx, row.account_id, customDomains, id, streamsOf(row));
  return row;
}

const streamsOf = ({ account_id: accountId, business_unit_id: unit }: DomainRow): string[] =>
  unit === null ? [accountStream(accountId)] : [unitStream(unit), unitsStream(accountId)];

/** Looks at every domain that is due. One whose check fails holds up no other, and is due again the next time. */
export async function checkDueDomains(use: Use): Promise<void> {
  if (use.config.customDomains === null) return;
  const due = await outsideAccounts<{ account_id: number; id: number }>(
    use.pool,
    'select account_id, id from find_due_domains($1)',
    [use.now()],
  );
  const next = due.values();
  const worker = async () => {
    for (const { account_id: accountId, id } of next) {
      try {
        await checkOne(use, accountId, id);
      } catch (error) {
        use.log.error({ err: error, accountId, domainId: id }, 'a custom domain could not be checked');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function checkOne(use: Use, accountId: number, id: number): Promise<void> {
  const row = await withAccount(use.pool, { accountId }, (tx) => findDomain(tx, id));
  if (row === null) return;
  const { custom_domain: domain } = row;
  const records = await lookAt(use, accountId, domain);
  await withAccount(use.pool, { accountId }, (tx) => recordCheck(use, tx, { id, domain }, records));
}
