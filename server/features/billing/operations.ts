import { writeAudit } from '../../audit.ts';
import { type CardRef, Decline, OutcomeUnknown } from '../../adapters/payments/payments.ts';
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
import { mailFailedCharge } from './mail-failed-charge.ts';
import { recordDecline, recordDrop, recordEffect } from './record-effect.ts';

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
  /**
   * Reserves what the payment is for, together with the record of the request.
   * @throws {Refusal} when something else holds it.
   */
  readonly reserve?: (tx: Tx, request: Request) => Promise<void>;
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
const begin = (deps: Deps, { member, key, reserve }: Change, state: BillingState, request: Request) =>
  apart(deps, member, async (tx) => {
    const { userId } = member;
    await lockPayer(tx, userId);
    const isFree = (await findOpenOperation(tx, userId)) === null && (await findOperation(tx, userId, key)) === null;
    if (!isFree || !isSameState(state, await readState(tx, userId, deps.payments.provider))) return null;
    await reserve?.(tx, request);
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
  if (isStale && isLookedUp(request)) {
    const effect = await lookUp(deps, request, key);
    if (effect === null) await drop(deps, caller.member, operation);
    else await settle(deps, caller, operation, effect);
    return;
  }
  await run(deps, caller, operation).catch((error: unknown) => {
    if (!(error instanceof Decline)) throw error;
  });
}

type PlanCharge = Extract<Request, { kind: 'planOrder' }>;

/** An order of a plan that asked a card for something. */
const isCharge = (request: Request): request is PlanCharge & { readonly card: CardRef } =>
  request.kind === 'planOrder' && request.card !== null && request.cents > 0;

const LOOKED_UP = ['plan', 'topUp', 'maxPlus', 'order', 'refund', 'numberOrder', 'numberRefund'] as const;

/** A request that moves money, which its key alone makes safe to repeat, and only for a day. */
type LookedUp = Extract<Request, { kind: (typeof LOOKED_UP)[number] }> | (PlanCharge & { readonly card: CardRef });

const isLookedUp = (request: Request): request is LookedUp =>
  LOOKED_UP.some((kind) => kind === request.kind) || isCharge(request);

/** What a lost answer would have said. `null`: nothing happened at the provider. @throws {OutcomeUnknown} */
async function lookUp({ payments }: Deps, request: LookedUp, key: string): Promise<Effect | null> {
  if (request.kind === 'refund' || request.kind === 'numberRefund') {
    const refund = await payments.refundOf({ chargeRef: request.chargeRef, key });
    return refund && { kind: 'refunded', ...refund };
  }
  const {
    kind,
    card: { customerRef },
  } = request;
  if (kind === 'plan') {
    const settled = await payments.outcomeOf({ customerRef, key });
    return settled && { kind: 'paid', settled };
  }
  const charge = await payments.chargeOf({ customerRef, key });
  return charge && { kind: 'charged', ...charge };
}

const settle = ({ pool, now, payments }: Deps, caller: Caller, operation: Operation, effect: Effect) =>
  withAccount(pool, caller.member, async (tx) => {
    const { member, requestId } = caller;
    await lockPayer(tx, member.userId);
    const at = now();
    if (!(await closeOperation(tx, operation.id, { outcome: 'done', reason: '', at }))) return;
    const provider = payments.provider;
    const { action, detail } = await recordEffect(tx, { ...member, provider, at, operation, effect });
    const identity = { ...member, actorId: member.userId };
    await writeAudit(tx, identity, requestId, { action, subjectType: 'user', subjectId: member.userId, detail });
  });

const decline = (deps: Deps, { member, requestId }: Caller, operation: Operation, { message }: Decline) =>
  apart(deps, member, async (tx) => {
    await lockPayer(tx, member.userId);
    const at = deps.now();
    if (!(await closeOperation(tx, operation.id, { outcome: 'declined', reason: message, at }))) return;
    const failed = await recordDecline(tx, { ...member, at, operation, reason: message });
    if (failed !== null) await mailFailedCharge(deps, tx, member, failed);
    const identity = { ...member, actorId: member.userId };
    const detail = { kind: operation.request.kind, reason: message };
    await writeAudit(tx, identity, requestId, { action: 'billing.declined', detail });
  });

const drop = (deps: Deps, member: Member, operation: Operation) =>
  apart(deps, member, async (tx) => {
    const at = deps.now();
    if (await closeOperation(tx, operation.id, { outcome: 'dropped', reason: '', at })) {
      await recordDrop(tx, operation, at);
    }
  });

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
