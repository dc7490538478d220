import {
  cancelSubscription,
  connectCard,
  previewPlan,
  startCardSetUp,
  updatePlan,
} from '#contract/billing.contract.ts';
import { sendChatMessage } from '#contract/chat.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { askQuote, authenticateCsg } from '#contract/quotes.contract.ts';
import type { RequestsConfig } from '../config/services.ts';
import { createGate } from '../gate.ts';
import type { Identity } from '../identity.ts';

/** Endpoints that mostly wait for a service outside. They take no place of their account, whose others need the database. */
const WAITING_OUTSIDE: ReadonlySet<string> = new Set(
  [
    sendChatMessage,
    askQuote,
    authenticateCsg,
    startCardSetUp,
    connectCard,
    previewPlan,
    updatePlan,
    cancelSubscription,
  ].map(({ name }) => name),
);

const TOO_MANY = 'You have too many requests running. Please try again in a moment.';

/**
 * Runs the work of a request when its user and account have a place for it.
 * @throws {Refusal} `too_many` when too many requests of the user wait already.
 */
export type FairPlaces = <Result>(
  identity: Pick<Identity, 'userId' | 'accountId'>,
  endpoint: Pick<Endpoint, 'name'>,
  work: () => Promise<Result>,
) => Promise<Result>;

export function createFairPlaces({ perUser, waiting, perAccount }: RequestsConfig): FairPlaces {
  const ofUser = createGates(perUser, waiting);
  // A user holds `perUser` places of its line at most, so others wait for those at most.
  const ofAccount = createGates(perAccount);
  return ({ userId, accountId }, { name }, work) =>
    ofUser(userId, () => (WAITING_OUTSIDE.has(name) ? work() : ofAccount(accountId, work)));
}

/** A gate for each key, as long as it is in use. */
function createGates(places: number, longest?: number) {
  const gates = new Map<number, { readonly pass: ReturnType<typeof createGate>; used: number }>();
  return async <Result>(key: number, work: () => Promise<Result>): Promise<Result> => {
    const gate = gates.get(key) ?? { pass: createGate(places, longest, TOO_MANY), used: 0 };
    gates.set(key, gate);
    gate.used += 1;
    try {
      return await gate.pass(work);
    } finally {
      gate.used -= 1;
      if (gate.used === 0) gates.delete(key);
    }
  };
}
