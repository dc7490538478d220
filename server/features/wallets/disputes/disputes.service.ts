import { randomUUID } from 'node:crypto';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { DisputeStatus, listDisputes } from '#contract/wallets/disputes.contract.ts';
import { MICROS_OF_CENT, toDollars } from '#rules/wallets/micros.ts';
import type { Dispute } from '../../../adapters/payments/payments.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { lockPayer, recordDisputed, recordPayment } from '../../billing/charges.ts';
import { giveAgain, takeBack } from '../../ledger/ledger.ts';
import { setPaused } from '../wallets.sql.ts';
import * as sql from './disputes.sql.ts';
import { tellManagers } from './dispute-notice.ts';
import { mailDispute } from './mail-dispute.ts';
import { playDisputes } from './play-disputes.ts';

/** Interval for asking the provider about disputes, in ms. Ours: its notices are faster, and may get lost. */
export const WATCH_DISPUTES_EVERY_MS = 3_600_000;

/** Ours: a bank takes 120 days for a dispute, and longer for some. Milliseconds. */
const LONGEST_MS = 200 * 24 * 3_600_000;

const PAUSED = 'Your bank disputes a payment. Change your card on the Billing page, then save auto-refill again.';

/** Asks the provider for every dispute that may still change, and writes down what is new. */
export async function watchDisputes(deps: Deps): Promise<void> {
  const since = new Date(deps.now().getTime() - LONGEST_MS);
  const found = deps.payments.provider === 'embedded' ? await playDisputes(deps) : await deps.payments.disputes(since);
  for (const dispute of found) {
    await recordDispute(deps, dispute).catch((error: unknown) =>
      deps.log.warn({ err: error, dispute: dispute.ref }, 'a dispute is not written down'),
    );
  }
}

/** Writes a dispute down as it stands now, however often and in whatever order it is heard of. */
export async function recordDispute(deps: Deps, dispute: Dispute): Promise<void> {
  // One provider serves every account: the payment says whose dispute it is.
  const [paid] = await sql.findPayments(deps.pool, dispute.chargeRefs);
  if (paid === undefined) return;
  const { account_id: accountId, user_id: userId } = paid;
  await withAccount(deps.pool, { accountId }, async (tx) => {
    await lockPayer(tx, userId);
    const known = await sql.findDispute(tx, dispute.ref);
    const isKnown = known?.status === dispute.status && known.respond_by?.getTime() === dispute.respondBy?.getTime();
    if (isKnown) return;
    const at = deps.now();
    await sql.keepDispute(tx, dispute, paid, at);
    await moveMoney(deps, tx, { dispute, paid, before: known?.status ?? null, at });
    const kept = await sql.findDispute(tx, dispute.ref);
    if (kept !== null) await tellManagers(tx, accountId, kept, at);
    const identity = { accountId, userId, actorId: userId };
    await writeAudit(tx, identity, randomUUID(), {
      action: 'billing.disputed',
      subjectType: 'user',
      subjectId: userId,
      detail: { dispute: dispute.ref, status: dispute.status, amount_cents: dispute.cents },
    });
  });
}

interface Change {
  readonly dispute: Dispute;
  readonly paid: sql.PaidRow;
  readonly before: DisputeStatus | null;
  readonly at: Date;
}

/** The bank has, or had, the money. An inquiry moves none. */
const isTaken = (status: DisputeStatus | null) => status !== null && status !== 'inquiry' && status !== 'closed';

async function moveMoney(deps: Deps, tx: Tx, { dispute, paid, before, at }: Change): Promise<void> {
  const { ref, cents, status } = dispute;
  const [takenBy, wonBy] = [`dispute:${ref}`, `dispute-won:${ref}`];
  const about = { userId: paid.user_id, at };
  const paidBy = await sql.findTransferKey(tx, paid);
  if (isTaken(status) && !isTaken(before)) {
    const asked = {
      paidBy: paidBy ?? '',
      key: takenBy,
      amount: cents * MICROS_OF_CENT,
      description: 'Disputed payment',
    };
    const taken = paidBy === null ? { wallet: null, missing: 0 } : await takeBack(tx, asked, at);
    if (taken.missing > 0) await sql.setNotCovered(tx, ref, Math.ceil(taken.missing / MICROS_OF_CENT));
    if (taken.wallet !== null) await setPaused(tx, taken.wallet, PAUSED);
    await recordDisputed(tx, { ...about, cents: -cents, description: `Disputed: ${paid.description}`, ref });
    if (status !== 'won') await mailDispute(deps, tx, paid, { cents, what: 'opened', isWallet: taken.wallet !== null });
  }
  if (status !== 'won' || before === 'won') return;
  if (paidBy !== null) await giveAgain(tx, { takenBy, key: wonBy, description: 'Dispute won' }, at);
  await sql.setNotCovered(tx, ref, 0);
  await recordPayment(tx, { ...about, cents, description: `Dispute won: ${paid.description}`, ref: `${ref}:won` });
  await mailDispute(deps, tx, paid, { cents, what: 'won', isWallet: paidBy?.startsWith('top-up:') ?? false });
}

export const listOpened = (
  { pool }: Pick<Deps, 'pool'>,
  identity: Identity,
  { page, limit }: Query<typeof listDisputes>,
): Promise<Reply<typeof listDisputes>> =>
  withAccount(pool, identity, async (tx) => {
    const { total, waiting } = await sql.countDisputes(tx);
    const rows = await sql.findDisputes(tx, limit, (page - 1) * limit);
    return {
      data: rows.map(({ ref: record, amount_cents: cents, not_covered_cents: missing, ...row }) => ({
        ...row,
        record,
        amount: toDollars(cents * MICROS_OF_CENT),
        not_covered: toDollars(missing * MICROS_OF_CENT),
        respond_by: row.respond_by?.toISOString() ?? null,
        opened_at: row.opened_at.toISOString(),
      })),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit), waiting },
    };
  });
