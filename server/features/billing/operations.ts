import { writeAudit } from '../../audit.ts';
import { Decline, OutcomeUnknown, type Settled } from '../../adapters/payments.ts';
import { beforeCommit, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { askProvider, type Effect } from './ask-provider.ts';
import { type BillingState, isSameState, type Member, readState } from './billing-state.ts';
import { lockPayer } from './billing.sql.ts';
import {
  closeOperation,
  findOpenOperation,
  findOperation,
  insertOperation,
  type Operation,
  type Request,
} from './operations.sql.ts';
import { recordDecline, recordEffect } from './record-effect.ts';

/**
 * Milliseconds after which an unsettled operation is no longer repeated but looked up. Our choice: far above the
 * provider's response time, far below the day for which it remembers a key.
 */
export const STALE_MS = 5 * 60_000;

/** Rounds until other tabs of the same person have had their turn. Ours. */
const ROUNDS = 10;

/** One change of a person's billing. */
export interface Change {
  readonly member: Member;
  readonly requestId: string;
  /** The same key identifies the same change. */
  readonly key: string;
  /**
   * Returns the request for the provider, from the current state, or `null` for none. It may ask the provider for a
   * quote, and is called again if something has changed in between.
   * @throws {Refusal} when it isn't possible.
   */
  readonly decide: (state: BillingState) => Promise<Request | null>;
}

/**
 * Makes a change at the provider and here, one after the other for each user. The request is recorded first: the next
 * caller finishes a change whose process died, with the same key, before their own.
 * @throws {Decline} nothing has changed. @throws {OutcomeUnknown} to be asked again.
 */
export async function perform(deps: Deps, change: Change): Promise<void> {
  const { member, key } = change;
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await lookAround(deps, member, key);
    if (found.own !== null) return run(deps, change, found.own);
    if (found.open !== null) {
      await finish(deps, change, found.open);
      continue;
    }
    const request = await change.decide(found.state);
    if (request === null) return;
    const operation = await begin(deps, change, found.state, request);
    if (operation !== null) return run(deps, change, operation);
  }
  throw new Refusal('in_progress', 'Another payment is in progress.', { retryAfter: 1 });
}

const lookAround = (deps: Deps, { accountId, userId }: Member, key: string) =>
  withAccount(deps.pool, { accountId }, async (tx) => ({
    own: await findOperation(tx, userId, key),
    open: await findOpenOperation(tx, userId),
    state: await readState(tx, userId, deps.payments.provider),
  }));

/** A question changes nothing: it may be repeated with its key. */
const apart = <Result>(deps: Deps, { accountId }: Member, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  beforeCommit.exit(() => withAccount(deps.pool, { accountId }, work));

/** `null` when another operation came first. */
const begin = (deps: Deps, { member, key }: Change, state: BillingState, request: Request) =>
  apart(deps, member, async (tx) => {
    const { userId } = member;
    await lockPayer(tx, userId);
    const isFree = (await findOpenOperation(tx, userId)) === null && (await findOperation(tx, userId, key)) === null;
    if (!isFree || !isSameState(state, await readState(tx, userId, deps.payments.provider))) return null;
    return insertOperation(tx, userId, key, request);
  });

interface Caller {
  readonly member: Member;
  readonly requestId: string;
}

/** @throws {Decline | OutcomeUnknown} */
async function run(deps: Deps, caller: Caller, operation: Operation): Promise<void> {
  if (operation.outcome === 'done') return;
  if (operation.outcome === 'declined') throw new Decline(operation.reason);
  if (operation.outcome === 'dropped') throw new Refusal('conflict', "The payment was abandoned. You weren't charged.");
  try {
    await settle(deps, caller, operation, await askProvider(deps, caller.member, operation));
  } catch (error) {
    if (!(error instanceof Decline)) throw error;
    if (error.cause !== undefined) deps.log.warn({ err: error.cause }, 'the payment provider refused');
    await decline(deps, caller, operation, error);
    throw error;
  }
}

/** Finishes what a user has started. A decline concerns only them. @throws {OutcomeUnknown} */
export async function finish(deps: Deps, caller: Caller, operation: Operation): Promise<void> {
  const { request, key, startedAt } = operation;
  const isStale = deps.now().getTime() - startedAt.getTime() > STALE_MS;
  if (request.kind === 'plan' && isStale) {
    const { customerRef } = request.card;
    const outcome: Settled | null = await deps.payments.outcomeOf({ customerRef, key });
    if (outcome === null) await close(deps, caller.member, operation, 'dropped');
    else await settle(deps, caller, operation, { kind: 'paid', settled: outcome });
    return;
  }
  await run(deps, caller, operation).catch((error: unknown) => {
    if (!(error instanceof Decline)) throw error;
  });
}

const settle = ({ pool, now, payments }: Deps, caller: Caller, operation: Operation, effect: Effect) =>
  withAccount(pool, caller.member, async (tx) => {
    const { member, requestId } = caller;
    await lockPayer(tx, member.userId);
    const at = now();
    if (!(await closeOperation(tx, operation.id, { outcome: 'done', reason: '', at }))) return;
    const provider = payments.provider;
    const { action, detail } = await recordEffect(tx, { userId: member.userId, provider, at, operation, effect });
    const identity = { ...member, actorId: member.userId };
    await writeAudit(tx, identity, requestId, { action, subjectType: 'user', subjectId: member.userId, detail });
  });

const decline = (deps: Deps, { member, requestId }: Caller, operation: Operation, { message }: Decline) =>
  apart(deps, member, async (tx) => {
    await lockPayer(tx, member.userId);
    const at = deps.now();
    if (!(await closeOperation(tx, operation.id, { outcome: 'declined', reason: message, at }))) return;
    await recordDecline(tx, { userId: member.userId, at, operation, reason: message });
    const identity = { ...member, actorId: member.userId };
    const detail = { kind: operation.request.kind, reason: message };
    await writeAudit(tx, identity, requestId, { action: 'billing.declined', detail });
  });

const close = (deps: Deps, member: Member, { id }: Operation, outcome: 'dropped') =>
  apart(deps, member, (tx) => closeOperation(tx, id, { outcome, reason: '', at: deps.now() }));

/** Sentence for the caller. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof Decline) {
    return new Refusal('refused', error.message, { fields: { payment_method: [error.message] }, cause: error });
  }
  if (error instanceof OutcomeUnknown) {
    const message = "The payment provider hasn't responded yet. You won't be charged twice.";
    return new Refusal('unavailable', message, { retryAfter: 2, cause: error });
  }
  return error;
}
