import { brandOf } from '#brands/brand.ts';
import type { AdminUserDetail } from '#contract/users.contract.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { auditLine } from './audit-words.ts';
import type { PersonRow } from './people.sql.ts';
import { adminUser, type Caller, callerOf, requirePerson } from './people-visibility.ts';
import { findAudit, findDetail } from './user-detail.sql.ts';
import { rightsOver, seesInside } from './user-rights.ts';

/** Rows of what happened that the detail shows. Source: the contract. */
const AUDIT_ROWS = 50;

/** @throws {Refusal} `not_found` */
export async function readUser(deps: Deps, identity: Identity, id: number): Promise<AdminUserDetail> {
  const seen = await withAccount(deps.pool, identity, async (tx) => {
    const caller = await callerOf(tx, identity);
    const person = await requirePerson(tx, caller, id);
    const isOwn = person.account_id === identity.accountId;
    return { caller, person, detail: isOwn ? await detailOf(deps, tx, caller, person) : null };
  });
  if (seen.detail !== null) return seen.detail;
  // A user of an assigned account: their rows are visible only there.
  const scope = { accountId: seen.person.account_id };
  return withAccount(deps.pool, scope, (tx) => detailOf(deps, tx, seen.caller, seen.person));
}

/** In a transaction of the person's own account. */
export async function detailOf(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  caller: Caller,
  person: PersonRow,
): Promise<AdminUserDetail> {
  const found = await findDetail(tx, person.id);
  if (found === null) throw new Refusal('not_found', 'User not found.');
  const { c_1, aris, wallet_feature_enabled, regional_manager_enabled, auth_ips, ...rest } = found;
  const isOpen = seesInside(caller.identity, person);
  const audit = isOpen ? await findAudit(tx, person.id, AUDIT_ROWS) : [];
  const brand = brandOf(config.brand);
  return {
    ...adminUser(caller, person),
    ...rest,
    auth_ips: isOpen ? auth_ips : [],
    flags: { c_1, aris, wallet_feature_enabled, regional_manager_enabled },
    audit: audit.map((row) => ({
      at: row.at.toISOString(),
      actor: row.actor,
      acting_as: row.acting_as_id === row.actor_id ? null : row.acting_as,
      action: row.action,
      detail: auditLine(row.detail, brand),
    })),
    may: rightsOver(caller.identity, person),
  };
}
