import type { AccountUsage, PlanKind, PlanUsage, SmsNumber } from '#contract/plans/plan.contract.ts';
import { forecast } from '#rules/plans/forecast.ts';
import { monthAround } from '#rules/plans/plan-month.ts';
import { UNITS } from '#rules/plans/plan-words.ts';
import { dayIn } from '#rules/time/days.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { findPayerOfUsage, isDialerEnabled } from './payer-of-usage.sql.ts';
import { readerOf } from './subscriptions.service.ts';
import * as sql from './usage.sql.ts';

const sum = (rows: readonly { readonly used: number }[]) => rows.reduce((total, { used }) => total + used, 0);

async function sourceOf(tx: Tx, kind: PlanKind, userId: number): Promise<Pick<PlanUsage, 'source' | 'allocation'>> {
  if (kind === 'dialer' && (await isDialerEnabled(tx, userId))) return { source: 'enabled', allocation: null };
  const { company, manager, self } = await findPayerOfUsage(tx, kind, userId);
  if (company !== null) return { source: 'company', allocation: company.allocation };
  if (manager !== null) return { source: 'manager', allocation: manager.allocation };
  return self === null ? { source: null, allocation: null } : { source: 'self', allocation: self.allocation };
}

/** What the current user has used this month; of the company's subscription, what everyone has. */
export const readUsage = (deps: Deps, identity: Identity, kind: PlanKind): Promise<PlanUsage> =>
  withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const { zone } = await readerOf(deps, tx, identity);
    const month = monthAround(zone, at);
    const { source, allocation } = await sourceOf(tx, kind, identity.userId);
    const days = await sql.findDays(tx, kind, source === 'company' ? null : identity.userId, month.start, zone);
    const used = sum(days);
    return {
      unit: UNITS[kind].one,
      source,
      used,
      allocation,
      from: dayIn(zone, month.start),
      renews_on: dayIn(zone, month.end),
      ...forecast({ used, allocation }, month, zone, at),
      days,
    };
  });

/** What each person of the account has used this month. */
export const readAccountUsage = (deps: Deps, identity: Identity, kind: PlanKind): Promise<AccountUsage> =>
  withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const { zone } = await readerOf(deps, tx, identity);
    const month = monthAround(zone, at);
    const people = await sql.findPeopleUsage(tx, kind, month.start);
    const [used, allocation] = [sum(people), await sql.findBought(tx, kind)];
    return {
      unit: UNITS[kind].one,
      used,
      allocation,
      from: dayIn(zone, month.start),
      renews_on: dayIn(zone, month.end),
      ...forecast({ used, allocation }, month, zone, at),
      people: people.map(({ id, name, ...row }) => ({
        user: { id, name },
        source: row.source,
        used: row.used,
        allocation: row.allocation,
        ...forecast(row, month, zone, at),
      })),
    };
  });

export const listNumbers = (deps: Deps, identity: Identity): Promise<SmsNumber[]> =>
  withAccount(deps.pool, identity, async (tx) => sql.findNumbers(tx, (await readerOf(deps, tx, identity)).since));
