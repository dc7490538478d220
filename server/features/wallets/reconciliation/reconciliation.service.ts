import {
  type listReconciliations,
  type Reconciliation,
  RECONCILED_DAYS,
} from '#contract/wallets/reconciliation.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { plusDays, utcDay } from '#rules/time/days.ts';
import { Decline, type Movement, OutcomeUnknown, type Span } from '../../../adapters/payments/payments.ts';
import { writeAudit } from '../../../audit.ts';
import { outsideAccounts, type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { compare } from './compare.ts';
import * as sql from './reconciliation.sql.ts';

/** Interval for checking days that are over, in ms. Ours: a provider that is down delays a check by an hour. */
export const RECONCILE_EVERY_MS = 3_600_000;

/** Days that are checked by themselves after a time without a server. Ours. */
const CATCH_UP_DAYS = 7;

const DAY_MS = 86_400_000;

const spanOf = (day: string): Span => {
  const from = new Date(`${day}T00:00:00Z`);
  return { from, until: new Date(from.getTime() + DAY_MS) };
};

/** The provider's list of a day, and of the day before and after it. */
const movementsAround = ({ payments }: Pick<Deps, 'payments'>, { from, until }: Span) =>
  payments.movements({ from: new Date(from.getTime() - DAY_MS), until: new Date(until.getTime() + DAY_MS) });

/** One provider serves every account: a movement belongs to the account of its customer, or of the payment that it refunds. */
async function ownOf(tx: Tx, moved: readonly Movement[]): Promise<Movement[]> {
  const named = (refs: readonly (string | null)[]) => refs.filter((ref) => ref !== null);
  const own = await sql.findOwn(
    tx,
    named(moved.map(({ customerRef }) => customerRef)),
    named(moved.map(({ chargeRef }) => chargeRef)),
  );
  return moved.filter(({ customerRef, chargeRef }) => own.has(customerRef ?? chargeRef ?? ''));
}

/** Compares a day and keeps what was found. `moved`: of the provider; `null`: it keeps no records. */
const checkDay = (
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  accountId: number,
  { day, moved }: { readonly day: string; readonly moved: readonly Movement[] | null },
): Promise<Reconciliation> =>
  withAccount(pool, { accountId }, async (tx) => {
    const span = spanOf(day);
    const contradictions = await sql.findContradictions(tx, span);
    const own = moved === null ? null : await ownOf(tx, moved);
    const recorded =
      own === null
        ? []
        : await sql.findRecorded(
            tx,
            span,
            own.map(({ ref }) => ref),
          );
    const found = own === null ? { payments: null, differences: [] } : compare(span, recorded, own);
    const row = {
      day,
      checked_at: now(),
      payments: found.payments,
      differences: [...found.differences, ...contradictions],
    };
    await sql.keepReconciliation(tx, accountId, row);
    return toReconciliation(row);
  });

const toReconciliation = ({ checked_at: checkedAt, ...row }: sql.ReconciliationRow): Reconciliation => ({
  ...row,
  checked_at: checkedAt.toISOString(),
});

/** Checks the days that are over, each once, for every account. */
export async function reconcileDays(deps: Pick<Deps, 'pool' | 'payments' | 'now' | 'log'>): Promise<void> {
  const today = utcDay(deps.now());
  const due = await outsideAccounts<{ account_id: number; day: string }>(
    deps.pool,
    `select account_id, to_char(day, 'YYYY-MM-DD') as day from find_unreconciled($1, $2)`,
    [plusDays(today, -CATCH_UP_DAYS), plusDays(today, -1)],
  );
  for (const [day, rows] of Map.groupBy(due, (one) => one.day)) {
    const moved = await movementsAround(deps, spanOf(day));
    for (const { account_id: accountId } of rows) {
      await checkDay(deps, accountId, { day, moved }).then(
        ({ differences: { length } }) =>
          length > 0 && deps.log.error({ account: accountId, day, differences: length }, 'money does not reconcile'),
        // The other accounts don't wait for it; the next look tries again.
        (error: unknown) => deps.log.error({ err: error, account: accountId, day }, 'a day is not reconciled'),
      );
    }
  }
}

/** Checks a day again, now. @throws {Refusal} `refused` for a day that isn't over or too long ago, `unavailable`. */
export async function reconcileNow(
  deps: Deps,
  { identity, requestId }: { readonly identity: Identity; readonly requestId: string },
  day: string,
): Promise<Reconciliation> {
  const today = utcDay(deps.now());
  if (day >= today) throw refuseField('day', 'Choose a day that is over. Days are in UTC.');
  if (day < plusDays(today, -RECONCILED_DAYS))
    throw refuseField('day', `Choose one of the last ${RECONCILED_DAYS} days.`);
  const moved = await movementsAround(deps, spanOf(day)).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknown || error instanceof Decline)) throw error;
    throw new Refusal('unavailable', "The payment provider didn't answer. Try again in a moment.", { cause: error });
  });
  const checked = await checkDay(deps, identity.accountId, { day, moved });
  await withAccount(deps.pool, identity, (tx) =>
    writeAudit(tx, identity, requestId, {
      action: 'money.reconciled',
      detail: { day, differences: checked.differences.length },
    }),
  );
  return checked;
}

/** Days that were checked, newest first. */
export const listChecked = (
  deps: Deps,
  identity: Identity,
  { page, limit }: Query<typeof listReconciliations>,
): Promise<Reply<typeof listReconciliations>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const rows = await sql.findReconciliations(tx, limit, (page - 1) * limit);
    const { total, differing } = await sql.countReconciliations(tx);
    const meta = { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit), differing };
    return { data: rows.map(toReconciliation), meta };
  });
