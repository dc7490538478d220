import { brandOf } from '#brands/brand.ts';
import { mayDo } from '#rules/access/permissions.ts';
import type { Role } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { DomainRow } from './custom-domains.sql.ts';

/** Administrators that get an e-mail at most. Ours. */
const MOST = 20;

interface Person {
  readonly email: string;
  readonly roles: readonly Role[];
}

/** Those who keep a domain: administrators of its business unit, or of the account. */
async function keepersOf(tx: Tx, { business_unit_id: unit }: DomainRow): Promise<string[]> {
  const people = await tx.raw<Person>(
    `select email, roles from users
     where active and email <> '' and ('admin' = any(roles) or 'sub_admin' = any(roles)
       or ('bu_admin' = any(roles) and business_unit_id = $1)) order by id`,
    [unit],
  );
  const addresses = people.filter(({ roles }) => mayDo(roles, 'reference.manage')).map(({ email }) => email);
  return [...new Set(addresses)].slice(0, MOST);
}

/** Tells the administrators that a domain is suspended, in the transaction that suspends it. */
export async function mailSuspension(deps: Pick<Deps, 'mailer' | 'config'>, tx: Tx, row: DomainRow): Promise<void> {
  const { name } = brandOf(deps.config.brand);
  const { custom_domain: domain } = row;
  for (const to of await keepersOf(tx, row)) {
    await deps.mailer.send(tx, row.account_id, {
      to,
      subject: `${name}: ${domain} is suspended`,
      text: `${domain} has not pointed here for 72 hours, so its pages are no longer served.\n\nCorrect its DNS records and check again:\n${deps.config.appUrl ?? ''}/admin/custom-domains\n`,
    });
  }
}
