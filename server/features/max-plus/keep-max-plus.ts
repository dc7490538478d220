import { createHash, randomUUID } from 'node:crypto';
import { periodPaidAt } from '#rules/max-plus/max-plus-change.ts';
import { tierCents } from '#rules/max-plus/max-plus-prices.ts';
import { Decline } from '../../adapters/payments/payments.ts';
import { writeAudit } from '../../audit.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { MAX_FAILURES } from '../billing/ask-provider.ts';
import { cardRefOf, type Member } from '../billing/billing-state.ts';
import { cardOnFile, recordFailure } from '../billing/charges.ts';
import { perform } from '../billing/operations.ts';
import { RETRY_MS } from '../billing/record-effect.ts';
import { lockPeople } from './lock-people.ts';
import type { Decided } from './max-plus-line.ts';
import { type DueRow, endSubscriptions, findDue, postpone } from './max-plus.sql.ts';
import { reserve } from './max-plus.service.ts';
import { tellMaxPlus } from './tell-max-plus.ts';

const NO_CARD = 'No card on file.';

/** Charges the months of Max Plus that have begun, one charge for each payer, and ends canceled ones. */
export async function keepMaxPlus(deps: Deps): Promise<void> {
  const due = await outsideAccounts<{ account_id: number; payer_id: number }>(
    deps.pool,
    'select account_id, payer_id from find_due_max_plus($1)',
    [deps.now()],
  );
  for (const { account_id: accountId, payer_id: userId } of due) {
    await keepPayer(deps, { accountId, userId }).catch((error: unknown) =>
      deps.log.warn({ err: error, user: userId }, 'Max Plus is not renewed'),
    );
  }
}

async function keepPayer(deps: Deps, member: Member): Promise<void> {
  await endOver(deps, member);
  await renew(deps, member);
}

const isOver = ({ status, both_active: works }: DueRow) => status === 'cancelled' || !works;

const readDue = (deps: Deps, member: Member) =>
  withAccount(deps.pool, member, (tx) => findDue(tx, member.userId, deps.now()));

/** Ends what was canceled, and what is for or paid by someone who has left. */
async function endOver(deps: Deps, member: Member): Promise<void> {
  const over = (await readDue(deps, member)).filter(isOver);
  if (over.length === 0) return;
  await withAccount(deps.pool, member, async (tx) => {
    const at = deps.now();
    await lockPeople(
      tx,
      over.map(({ user_id: id }) => id),
    );
    const ended = await endSubscriptions(
      tx,
      over.map(({ id }) => id),
      at,
    );
    if (ended.length === 0) return;
    await tellMaxPlus(tx, { accountId: member.accountId, payerId: member.userId }, ended);
    await writeAudit(tx, { ...member, actorId: member.userId }, randomUUID(), {
      action: 'maxPlus.ended',
      detail: { user_ids: ended },
    });
  });
}

const keyOf = (rows: readonly DueRow[]): string => {
  const what = rows.map(({ id, due_at: at }) => `${id}:${at.toISOString()}`).join();
  return `max-plus-${createHash('sha256').update(what).digest('hex').slice(0, 40)}`;
};

/** Two processes make the same request: its key names the months. */
async function renew(deps: Deps, member: Member): Promise<void> {
  const wanted = (await readDue(deps, member)).filter((row) => !isOver(row));
  if (wanted.length === 0) return;
  if ((await withAccount(deps.pool, member, (tx) => cardOnFile(tx, member.userId, deps.payments.provider))) === null) {
    return failWithoutCard(deps, member, wanted);
  }
  const key = keyOf(wanted);
  await perform(deps, {
    member,
    requestId: randomUUID(),
    key,
    decide: async ({ card }) => {
      const rows = (await readDue(deps, member)).filter((row) => !isOver(row));
      if (card === null || rows.length === 0 || keyOf(rows) !== key) return null;
      const at = deps.now();
      const lines = rows.map((row) => lineOf(row, at));
      return { kind: 'maxPlus', isRenewal: true, lines, cents: totalOf(lines), card: cardRefOf(card), at };
    },
    reserve: async (tx, request) => {
      if (request.kind === 'maxPlus') await reserve(tx, member.userId, key, request.lines, request.at);
    },
  }).catch((error: unknown) => {
    // Something is already on its way for one of them: the next round sees what came of it.
    if (error instanceof Decline || (error instanceof Refusal && error.code === 'conflict')) return;
    throw error;
  });
}

const totalOf = (lines: readonly Decided[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

function lineOf(row: DueRow, at: Date): Decided {
  const plan = row.next_plan ?? row.plan;
  const { plan: before, next_plan: nextPlan, status, failures, started_at: startedAt, period_ends_at: until } = row;
  const own = { plan: before, nextPlan, payerId: 0, status, failures, startedAt, periodEndsAt: until };
  return {
    userId: row.user_id,
    subscriptionId: row.id,
    plan,
    nextPlan: null,
    cents: tierCents(plan),
    periodEndsAt: periodPaidAt(own, at),
    seenUntil: until,
  };
}

const failWithoutCard = (deps: Deps, member: Member, rows: readonly DueRow[]) =>
  withAccount(deps.pool, member, async (tx) => {
    const at = deps.now();
    await lockPeople(
      tx,
      rows.map(({ user_id: id }) => id),
    );
    const retryAt = new Date(at.getTime() + RETRY_MS);
    const { concerned, ended } = await postpone(
      tx,
      rows.filter(({ claim }) => claim === null).map(({ id }) => id),
      {
        retryAt,
        tries: MAX_FAILURES,
      },
    );
    if (concerned.length === 0) return;
    await recordFailure(tx, {
      userId: member.userId,
      at,
      description: `Max Plus, next month: ${NO_CARD}`,
      cents: totalOf(rows.map((row) => lineOf(row, at))),
      ref: `failed:${keyOf(rows)}`,
    });
    await tellMaxPlus(tx, { accountId: member.accountId, payerId: member.userId }, concerned);
    await writeAudit(tx, { ...member, actorId: member.userId }, randomUUID(), {
      action: ended.length > 0 ? 'maxPlus.ended' : 'billing.declined',
      detail: { user_ids: ended.length > 0 ? ended : concerned, reason: NO_CARD },
    });
  });
