import type { ListMeta } from '#contract/_wire.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import {
  LOOKUP_CENTS,
  MAX_VERIFICATIONS,
  type VerificationEstimate,
  VERIFIED_DAYS,
  type VerificationRun,
} from '#contract/verifications.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { pick, sealedSelection, sentenceOf } from '../bulk/selection.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { fund, payerOf, releaseRest } from '../wallets/usage.ts';
import { priceOf } from '../wallets/wallets.service.ts';
import { requireSource } from './require-source.ts';
import {
  changeRun,
  countNumbers,
  countRuns,
  findRuns,
  findRunsBelow,
  findVisibleRun,
  freezeNumbers,
  insertRun,
  lockRun,
} from './runs.sql.ts';
import { type RunRow, toRun } from './to-verification.ts';
import { tellRun } from './verification-events.ts';
import { cancelWaiting } from './verifications.sql.ts';

const DAY_MS = 24 * 3_600_000;
const verifiedSince = (now: Date) => new Date(now.getTime() - VERIFIED_DAYS * DAY_MS);

/** @throws {Refusal} `refused` by field, `not_found` for a user or pool of the scope that isn't visible, `conflict`. */
export function estimateRun(
  deps: Deps,
  identity: Identity,
  selection: ContactSelection,
): Promise<VerificationEstimate> {
  requireSource(deps);
  return withAccount(deps.pool, identity, async (tx) => {
    const picked = await pick(deps, tx, identity, selection);
    const wanted = { seen: await seenBy(tx, identity), since: verifiedSince(deps.now()) };
    const counted = await countNumbers(tx, picked, wanted);
    return {
      ...counted,
      sentence: await sentenceOf(tx, identity, selection),
      price_cents: LOOKUP_CENTS,
      amount_cents: counted.numbers * LOOKUP_CENTS,
      too_many: counted.numbers > MAX_VERIFICATIONS,
    };
  });
}

/**
 * Queues a run.
 * @throws {Refusal} `refused` when there are too many numbers or too little money, `conflict` when there is nothing to look up, or it would cost
 * more than agreed to.
 */
export function startRun(
  deps: Deps,
  { identity, requestId }: Caller,
  { selection, amount_cents: agreed }: { readonly selection: ContactSelection; readonly amount_cents?: number },
): Promise<VerificationRun> {
  requireSource(deps);
  const { accountId, userId, actorId } = identity;
  return withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const wanted = { seen: await seenBy(tx, identity), since: verifiedSince(at) };
    const picked = await pick(deps, tx, identity, selection);
    const counted = await countNumbers(tx, picked, wanted);
    requireSome(counted.numbers);
    const fresh = {
      accountId,
      userId,
      actorId,
      selection: sealedSelection(deps.seal, selection),
      sentence: await sentenceOf(tx, identity, selection),
      counted,
      priceCents: LOOKUP_CENTS,
    };
    const id = await insertRun(tx, fresh, at);
    // Contacts are added concurrently: the frozen numbers count.
    const frozen = await freezeNumbers(tx, { id, userId }, picked, { ...wanted, at });
    requireSome(frozen);
    if (agreed !== undefined && frozen * LOOKUP_CENTS > agreed) {
      throw new Refusal('conflict', 'The number of look-ups has changed. Check the new price, then try again.');
    }
    const run = await changeRun(tx, id, { total: frozen });
    await deps.jobs.enqueue(tx, 'verifications.run', { accountId, runId: id }, String(id));
    await writeAudit(tx, identity, requestId, {
      action: 'phone_verification.purchased',
      subjectType: 'verification_run',
      subjectId: id,
      detail: { numbers: frozen, amount_cents: frozen * LOOKUP_CENTS },
    });
    await tellRun(tx, run, 'verification.changed');
    await fund(
      tx,
      await payerOf(deps, tx, identity),
      { type: 'verification_run', id },
      { amount: frozen * priceOf(deps, 'phone_verification'), description: 'Phone verifications', userId },
      at,
    );
    return toRun(run);
  });
}

function requireSome(numbers: number): void {
  if (numbers === 0) throw new Refusal('conflict', 'This selection has no new numbers to verify.');
  if (numbers <= MAX_VERIFICATIONS) return;
  throw refuseField(
    'selection',
    `You can verify up to ${formatCount(MAX_VERIFICATIONS)} numbers at a time. You selected ${formatCount(numbers)}.`,
  );
}

const requireRun = (run: RunRow | null): RunRow => {
  if (run === null) throw new Refusal('not_found', 'Verification not found.');
  return run;
};

/** @throws {Refusal} `not_found` */
export const readRun = (deps: Deps, identity: Identity, id: number): Promise<VerificationRun> =>
  withAccount(deps.pool, identity, async (tx) => toRun(requireRun(await findVisibleRun(tx, id, identity.userId))));

/** True when a user may follow a run. */
export const seesRun = (deps: Pick<Deps, 'pool'>, identity: Identity, id: number): Promise<boolean> =>
  withAccount(deps.pool, identity, async (tx) => (await findVisibleRun(tx, id, identity.userId)) !== null);

export function listRuns(
  deps: Deps,
  identity: Identity,
  { page, limit, running }: { readonly page: number; readonly limit: number; readonly running: boolean },
): Promise<{ data: VerificationRun[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const filter = { userId: identity.userId, running };
    const rows = await findRuns(tx, filter, { offset: (page - 1) * limit, limit });
    const total = await countRuns(tx, filter);
    return {
      data: rows.map(toRun),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit) },
    };
  });
}

/** Running and paused runs of a user's downline. */
export const listRunsBelow = async (tx: Tx, userId: number): Promise<VerificationRun[]> =>
  (await findRunsBelow(tx, userId)).map(toRun);

type Command = 'pause' | 'resume' | 'cancel';

const FROM: Readonly<Record<Command, readonly RunRow['status'][]>> = {
  pause: ['queued', 'working'],
  resume: ['paused'],
  cancel: ['queued', 'working', 'paused'],
};
const DONE: Readonly<Record<Command, readonly RunRow['status'][]>> = {
  pause: ['paused'],
  resume: ['queued', 'working'],
  cancel: ['cancelled'],
};
const ACTIONS: Readonly<Record<Command, string>> = {
  pause: 'phone_verification.paused',
  resume: 'phone_verification.resumed',
  cancel: 'phone_verification.cancelled',
};

/** @throws {Refusal} `not_found`, `conflict` when it has ended. */
export function commandRun(
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  command: Command,
): Promise<VerificationRun> {
  return withAccount(deps.pool, identity, async (tx) => {
    requireRun(await findVisibleRun(tx, id, identity.userId));
    const run = requireRun(await lockRun(tx, id));
    if (DONE[command].includes(run.status)) return toRun(run);
    if (!FROM[command].includes(run.status)) throw new Refusal('conflict', 'This verification has already ended.');
    await writeAudit(tx, identity, requestId, {
      action: ACTIONS[command],
      subjectType: 'verification_run',
      subjectId: id,
    });
    const after = await follow(deps, tx, run, command);
    await tellRun(tx, after, 'verification.changed');
    if (command === 'cancel') await releaseRest(tx, [{ type: 'verification_run', id }], deps.now());
    return toRun(after);
  });
}

async function follow(deps: Deps, tx: Tx, { id, account_id: accountId }: RunRow, command: Command): Promise<RunRow> {
  if (command === 'pause') return changeRun(tx, id, { status: 'paused' });
  if (command === 'cancel') {
    await cancelWaiting(tx, id);
    return changeRun(tx, id, { status: 'cancelled', failure: null, finished_at: deps.now() });
  }
  await deps.jobs.enqueue(tx, 'verifications.run', { accountId, runId: id }, String(id));
  return changeRun(tx, id, { status: 'queued' });
}
